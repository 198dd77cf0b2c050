"""A real OpenID provider on this machine: `oidc-provider` from npm, which is certified."""
