import { expect, setDefaultTimeout, test } from "bun:test";
import { APP, identityToken, startTemporaryServer } from "../support/temporary-server.ts";

// Generous for slow machines: nothing is measured here.
setDefaultTimeout(60_000);

const HUB = encodeURIComponent('[{"name":"fanfare"}]');

/** Valid and invalid calls of both generations, with tokens in the query, header, and messages. */
test("logs no token of a hub client, valid or forged, at the debug level", async () => {
  await using fixture = await startTemporaryServer({ environment: { FANFARE_LOG: "debug" } });
  const sign = (secret: string): Promise<string> => identityToken("u_42", secret);
  const [good, forged] = await Promise.all([sign(APP.secret), sign("another secret that nobody gave away")]);
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${fixture.origin}/signalr/${path}${path.includes("?") ? "&" : "?"}app=${APP.key}`, init);
  const secrets: string[] = [good, forged];

  for (const token of [good, forged]) {
    const classic = await send(`negotiate?clientProtocol=2.1&connectionData=${HUB}&access_token=${token}`);
    // Casts: SignalR's response shapes. A refused client gets no token.
    const { ConnectionToken } = (await classic.json()) as { readonly ConnectionToken?: string };
    if (ConnectionToken !== undefined) {
      secrets.push(ConnectionToken);
      const at = `transport=longPolling&clientProtocol=2.1&connectionData=${HUB}&connectionToken=${encodeURIComponent(ConnectionToken)}`;
      expect((await send(`connect?${at}`, { method: "POST" })).status).toBe(200);
      expect((await send(`start?${at}`)).status).toBe(200);
      const call = JSON.stringify({ H: "fanfare", M: "Authenticate", A: [forged], I: 0 });
      const body = new URLSearchParams({ data: call });
      await send(`send?${at}`, { method: "POST", body });
      await send(`abort?${at}`, { method: "POST" });
      await send(`poll?${at}&groupsToken=${encodeURIComponent(good)}`);
    }
    const headers = { Authorization: `Bearer ${token}` };
    const core = await send("negotiate?negotiateVersion=1", { method: "POST", headers });
    const { connectionToken } = (await core.json().catch(() => ({}))) as { readonly connectionToken?: string };
    if (connectionToken !== undefined) {
      secrets.push(connectionToken);
      await send(`?id=${connectionToken}&access_token=${token}`);
      await send(`?id=${connectionToken}`, { method: "POST", body: "no handshake" });
    }
    await send(`nowhere?access_token=${token}`);
  }
  // Both generations issued tokens for the valid identity token, so there was something to leak.
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  const log = fixture.lines.join("");
  expect(log).not.toBe("");
  for (const secret of secrets) {
    expect(log).not.toContain(secret);
    expect(log).not.toContain(encodeURIComponent(secret));
  }
});
