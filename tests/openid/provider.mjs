// An OpenID provider on loopback. Whoever comes is who they say they are.

import Provider from "oidc-provider";

const { issuer, redirectUris } = JSON.parse(process.argv[2]);

const provider = new Provider(issuer, {
  clients: [{ client_id: "moirai", client_secret: "only for tests", redirect_uris: redirectUris }],
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  pkce: { required: () => true },
  cookies: { keys: ["only for tests"] },
});

provider.listen(Number(new URL(issuer).port), "127.0.0.1", () => console.log("listening"));
