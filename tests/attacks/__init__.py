"""The server attacked from outside by clients with nothing but free accounts and sockets (`make attack`)."""
