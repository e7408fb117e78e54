import { expect, test } from "bun:test";
import { APP, startTemporaryServer } from "../../server/test/support/temporary-server.ts";
import { capture } from "../terminal.ts";

// Debian has Python. Where it's missing, the sample in the documentation stays as the last run of this test left it.
test.skipIf(Bun.which("python3") === null)("the server accepts an identity token of the Python example", async () => {
  await using server = await startTemporaryServer();
  const environment = { FANFARE_APP_KEY: APP.key, FANFARE_APP_SECRET: APP.secret };
  const token = await capture(["python3", "examples/tokens/identity_token.py", "u_42"], environment);
  expect(token.code).toBe(0);
  const identify = (authorization: string): Promise<Response> =>
    fetch(`${server.origin}/v1/identify?app=${APP.key}`, {
      method: "POST",
      headers: { Authorization: authorization, "Content-Type": "application/json" },
      body: JSON.stringify({ external_id: "u_42", attributes: {} }),
    });
  expect(await identify(`Bearer ${token.output}x`).then(({ status }) => status)).toBe(401);
  const accepted = await identify(`Bearer ${token.output}`);
  expect([accepted.status, await accepted.json()]).toMatchObject([200, { person: { verified: true } }]);
});
