import { expect, setDefaultTimeout, test } from "bun:test";
import { SignJWT } from "jose";
import { APP, startTemporaryServer } from "../support/temporary-server.ts";

// Nothing is measured here: a busy machine may take its time.
setDefaultTimeout(60_000);

const HUB = encodeURIComponent('[{"name":"fanfare"}]');

/** Calls of both generations, right and wrong, with tokens in the query, in the header and in messages. */
test("no token of a hub's client is in the log, good or forged, at its most talkative", async () => {
  await using fixture = await startTemporaryServer({ environment: { FANFARE_LOG: "debug" } });
  const sign = (secret: string): Promise<string> =>
    new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setSubject("u_42")
      .setAudience(APP.key)
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(secret));
  const [good, forged] = await Promise.all([sign(APP.secret), sign("another secret that nobody gave away")]);
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${fixture.origin}/signalr/${path}${path.includes("?") ? "&" : "?"}app=${APP.key}`, init);
  const secrets: string[] = [good, forged];

  for (const token of [good, forged]) {
    const classic = await send(`negotiate?clientProtocol=2.1&connectionData=${HUB}&access_token=${token}`);
    // The shapes of both answers: SignalR's own. Whoever is refused gets no token.
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
  // Of the good token both generations gave theirs, so that there was something to betray.
  expect(secrets.length).toBeGreaterThanOrEqual(4);
  const log = fixture.lines.join("");
  expect(log).not.toBe("");
  for (const secret of secrets) {
    expect(log).not.toContain(secret);
    expect(log).not.toContain(encodeURIComponent(secret));
  }
});
