"""
Secrecy tests: no viewer learns what the rules hide from it, and a log cannot be changed unnoticed (docs/secrecy.md).

`twins` compares matches in process, `wire` compares servers, `rights` tries every role, `outputs` reads what servers
print, `verifiers` changes logs.
"""
