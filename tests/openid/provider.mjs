// An OpenID provider on loopback. Whoever comes is who they say they are.
// It prints its port, reads where it may send people back, and serves once it knows.

import { createServer } from "node:http";
import { createInterface } from "node:readline";
import Provider from "oidc-provider";

const server = createServer();
server.listen(0, "127.0.0.1", () => console.log(server.address().port));

createInterface({ input: process.stdin }).once("line", (redirectUri) => {
  const provider = new Provider(`http://localhost:${server.address().port}`, {
    clients: [{ client_id: "moirai", client_secret: "only for tests", redirect_uris: [redirectUri] }],
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    pkce: { required: () => true },
    cookies: { keys: ["only for tests"] },
  });
  server.on("request", provider.callback());
  console.log("serving");
});
