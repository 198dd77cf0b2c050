"""
No secret is printed.

`games` are full matches of `guests` that contain `canaries`; `strangers`, `databases` and `tattling` cause failures
meanwhile.
"""
