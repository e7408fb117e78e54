import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { QUICK_PASSWORDS } from "../../../test/support/temporary-server.ts";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { createVault } from "../../lib/vault.ts";
import { createMember } from "../members/members.ts";
import { hashToken } from "./opaque-token.ts";
import { createPasswords, type Passwords } from "./passwords.ts";
import { createSignIns } from "./sign-in.ts";

const ADA = { email: "ada@example.com", password: "a long pass phrase" };
const caller = { address: "192.0.2.1", user_agent: "test" };

/** Use real hashes only in tests that check them: each takes 0.25 s of one core. */
async function server(passwords: Passwords = QUICK_PASSWORDS) {
  const temporary = await temporaryStore();
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const vault = createVault([new Uint8Array(32).fill(1)]);
  const deps = { clock, rng: systemRng, store: temporary.store, vault, passwords };
  await createMember(deps, { ...ADA, name: "Ada", role: "editor" });
  return { ...deps, sign_ins: createSignIns(deps), [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

test("stores the password as argon2id at or above the recommended cost", async () => {
  await using h = await server(createPasswords());
  const { password_hash } = await h.store.db.selectFrom("members").selectAll().executeTakeFirstOrThrow();
  const [, algorithm, , cost] = password_hash.split("$");
  const { m, t, p } = Object.fromEntries((cost ?? "").split(",").map((part) => part.split("=")));
  expect(algorithm).toBe("argon2id");
  expect(Number(m)).toBeGreaterThanOrEqual(19_456);
  expect([Number(t), Number(p)]).toEqual([2, 1]);
});

test("finds a session by its token and stores only the hash", async () => {
  await using h = await server();
  const { token, actor } = await h.sign_ins.signIn({ ...ADA, email: "ADA@example.com" }, caller);
  expect(await h.sign_ins.find(token)).toEqual(actor);
  expect(actor).toMatchObject({ email: "ada@example.com", name: "Ada", role: "editor" });
  const row = await h.store.db.selectFrom("sign_ins").selectAll().executeTakeFirstOrThrow();
  expect(row.token_hash).toBe(hashToken(token));
  expect(JSON.stringify(row)).not.toContain(token);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test("ends a session after 8 idle hours, or after 30 days", async () => {
  await using h = await server();
  const { token } = await h.sign_ins.signIn(ADA, caller);
  h.clock.advance(8 * HOUR_MS - MINUTE_MS);
  expect(await h.sign_ins.find(token)).toBeDefined();
  h.clock.advance(8 * HOUR_MS);
  expect(await h.sign_ins.find(token)).toBeUndefined();

  const { token: busy } = await h.sign_ins.signIn(ADA, caller);
  for (let passed_ms = 0; passed_ms < 30 * DAY_MS; passed_ms += 6 * HOUR_MS) {
    expect(await h.sign_ins.find(busy)).toBeDefined();
    h.clock.advance(6 * HOUR_MS);
  }
  expect(await h.sign_ins.find(busy)).toBeUndefined();
});

test("ends the browser's previous session on a new sign-in", async () => {
  await using h = await server();
  const first = await h.sign_ins.signIn(ADA, caller);
  const other_browser = await h.sign_ins.signIn(ADA, caller);
  const second = await h.sign_ins.signIn(ADA, caller, first.token);
  expect(await h.sign_ins.find(first.token)).toBeUndefined();
  expect(await h.sign_ins.find(second.token)).toBeDefined();
  expect(await h.sign_ins.find(other_browser.token)).toBeDefined();
});

test("ends the session on sign-out and ignores a second sign-out", async () => {
  await using h = await server();
  const { token } = await h.sign_ins.signIn(ADA, caller);
  await h.sign_ins.signOut(token);
  await h.sign_ins.signOut(token);
  expect(await h.sign_ins.find(token)).toBeUndefined();
  const actions = await h.store.db.selectFrom("audit_entries").select("action").orderBy("id").execute();
  expect(actions.map((entry) => entry.action).toSorted()).toEqual([
    "member.create",
    "member.sign_in",
    "member.sign_out",
  ]);
});

test("gives the same response for a wrong password and an unknown email", async () => {
  await using h = await server();
  const wrong = await h.sign_ins.signIn({ ...ADA, password: "something else" }, caller).catch((error) => error);
  const unknown = await h.sign_ins.signIn({ ...ADA, email: "bob@example.com" }, caller).catch((error) => error);
  expect(wrong).toMatchObject({ code: "sign_in_failed" });
  expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
});

test("computes a hash for an unknown email too", async () => {
  const requests: string[] = [];
  const { hash, matches } = createPasswords({
    hash: Bun.password.hash,
    verify(password, against) {
      requests.push(against);
      return Bun.password.verify(password, against);
    },
  });
  expect(await matches("a long pass phrase", undefined)).toBe(false);
  // Algorithm, memory, and passes precede the salt and hash. Equal parameters mean equal cost.
  const costOf = (stored: string | undefined) => stored?.split("$").slice(0, 4);
  expect(requests.map(costOf)).toEqual([costOf(await hash("x"))]);
});

test("blocks a guessing address without locking out the account owner", async () => {
  await using h = await server();
  for (let index = 0; index < 10; index++) {
    const guess = { ...ADA, password: `guess ${index}` };
    expect(await h.sign_ins.signIn(guess, caller).catch((error) => error)).toMatchObject({ code: "sign_in_failed" });
  }
  const stopped = await h.sign_ins.signIn(ADA, caller).catch((error) => error);
  expect(stopped).toMatchObject({ code: "rate_limited", retry_after_s: 60 });
  expect(await h.sign_ins.signIn(ADA, { ...caller, address: "192.0.2.2" })).toBeDefined();
  h.clock.advance(MINUTE_MS);
  expect(await h.sign_ins.signIn(ADA, caller)).toBeDefined();
});

test("limits guesses at one account from many addresses", async () => {
  await using h = await server();
  const guessFrom = (index: number) =>
    h.sign_ins
      .signIn({ ...ADA, password: "guess" }, { ...caller, address: `192.0.2.${index}` })
      .catch((error) => error.code);
  for (let index = 0; index < 300; index++) expect(await guessFrom(index)).toBe("sign_in_failed");
  expect(await guessFrom(300)).toBe("rate_limited");
});

test("keeps used attempts across a restart", async () => {
  await using h = await server();
  const guess = { ...ADA, password: "guess" };
  for (let index = 0; index < 10; index++) await h.sign_ins.signIn(guess, caller).catch(() => {});
  const after = createSignIns(h);
  expect(await after.signIn(guess, caller).catch((error) => error)).toMatchObject({ code: "rate_limited" });
  const stored = await h.store.db.selectFrom("sign_in_attempts").selectAll().execute();
  expect(stored).toHaveLength(3);
  expect(JSON.stringify(stored)).not.toContain("ada");
});

test("runs two hashes at a time and rejects attempts beyond the queue", async () => {
  const { promise: all_came, resolve: go } = Promise.withResolvers<void>();
  let [running, most] = [0, 0];
  const passwords = createPasswords({
    hash: async () => "",
    async verify() {
      most = Math.max(most, ++running);
      await all_came;
      running--;
      return false;
    },
  });
  const tries = Array.from({ length: 30 }, () => passwords.matches("guess", undefined).catch((error) => error));
  const refused = await Promise.all(tries.slice(22));
  expect(refused.map(({ code, retry_after_s }) => [code, retry_after_s])).toEqual(
    Array.from({ length: 8 }, () => ["rate_limited", 2]),
  );
  go();
  expect(await Promise.all(tries.slice(0, 22))).toEqual(Array.from({ length: 22 }, () => false));
  expect(most).toBe(2);
  expect(await passwords.matches("guess", undefined)).toBe(false);
});
