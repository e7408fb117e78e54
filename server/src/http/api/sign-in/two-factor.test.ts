import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { bytesOfBase32 } from "../../../../test/support/base32.ts";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { OWNER } from "../../../../test/support/temporary-server.ts";
import { totpCodeAt } from "../../../accounts/sign-in/totp.ts";

const STEP_MS = 30_000;
const clock = manualClock(Date.UTC(2026, 10, 21));
let secret: Uint8Array;
let recovery_codes: string[];

const codeNow = () => totpCodeAt(secret, Math.floor(clock.now() / STEP_MS));
const signIn = (code?: string) =>
  server.browser().call("POST", "/api/sign-in", { ...OWNER, ...(code === undefined ? {} : { code }) });

const { server, owner } = await sharedServer({ clock });

test("turns on two-factor authentication only after the password and a first code", async () => {
  const wrong = await owner.call("POST", "/api/me/two-factor", { password: "not mine" });
  expect(wrong.json.code).toBe("password_wrong");
  const offer = await owner.call("POST", "/api/me/two-factor", { password: OWNER.password });
  expect(offer.json.url).toBe(`otpauth://totp/Fanfare:owner%40example.com?secret=${offer.json.secret}&issuer=Fanfare`);
  secret = bytesOfBase32(offer.json.secret);
  expect((await signIn()).status).toBe(200);
  expect((await owner.call("POST", "/api/me/two-factor/confirm", { code: "000000" })).json.code).toBe(
    "second_factor_failed",
  );
  const confirmed = await owner.call("POST", "/api/me/two-factor/confirm", { code: codeNow() });
  recovery_codes = confirmed.json.recovery_codes;
  expect(new Set(recovery_codes).size).toBe(10);
  expect(recovery_codes[0]).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect((await owner.call("POST", "/api/me/two-factor", { password: OWNER.password })).json.code).toBe(
    "second_factor_on",
  );
});

test("stores no readable shared secret or recovery codes in the database", async () => {
  const rows = await server.fanfare.store.db.selectFrom("second_factors").selectAll().execute();
  const text = JSON.stringify(rows);
  expect(text).not.toContain(Buffer.from(secret).toString("base64"));
  for (const code of recovery_codes) expect(text).not.toContain(code);
});

test("requires a code after the password, but not after a wrong password", async () => {
  expect(await signIn()).toMatchObject({ status: 401, json: { code: "second_factor_required" } });
  const wrong = await server
    .browser()
    .call("POST", "/api/sign-in", { ...OWNER, password: "not mine", code: codeNow() });
  expect(wrong.json.code).toBe("sign_in_failed");
});

test("accepts a code once", async () => {
  clock.advance(STEP_MS);
  const code = codeNow();
  const answers = await Promise.all([signIn(code), signIn(code)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect((await signIn(code)).json.code).toBe("second_factor_failed");
  clock.advance(STEP_MS);
  expect((await signIn(codeNow())).status).toBe(200);
});

test("accepts a recovery code once, in any spelling", async () => {
  const typed = (recovery_codes[0] ?? "").toUpperCase().replaceAll("-", " ");
  expect((await signIn(typed)).status).toBe(200);
  expect((await signIn(typed)).json.code).toBe("second_factor_failed");
  expect((await signIn(recovery_codes[1])).status).toBe(200);
});

test("limits guesses at the code like those at the password", async () => {
  let last = await signIn("000000");
  for (let index = 0; index < 10; index++) last = await signIn("000000");
  expect(last.json.code).toBe("rate_limited");
  clock.advance(10 * 60_000);
});

test("lets member managers view and turn off two-factor authentication", async () => {
  const [me] = (await owner.call("GET", "/api/members")).json.items;
  expect(me.two_factor).toBe(true);
  expect((await owner.call("DELETE", `/api/members/${me.id}/two-factor`)).status).toBe(204);
  expect((await signIn()).status).toBe(200);
  const entries = await server.fanfare.store.db.selectFrom("audit_entries").select("action").execute();
  expect(entries.map(({ action }) => action)).toContain("member.end_two_factor");
});
