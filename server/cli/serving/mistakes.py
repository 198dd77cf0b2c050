"""What can be wrong with the processes that serve."""


class WorkersError(Exception):
    """
    This number of processes is not possible: the database supports only one, or a worker stopped before it could serve,
    as its own log lines say.
    """
