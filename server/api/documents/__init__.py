"""The OpenAPI and AsyncAPI documents, made from the routes, the models and the sockets."""
