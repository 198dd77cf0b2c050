"""What the API takes and gives, as Pydantic models."""
