"""A real server of the S3 protocol: moto, in a virtual environment of its own, because it needs other versions."""
