"""The OpenAPI and AsyncAPI documents, generated from the routes, the models and the sockets."""
