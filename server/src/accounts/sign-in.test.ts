import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/clock";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@fanfare/contract/limits";
import { systemRng } from "@fanfare/contract/rng";
import { temporaryStore } from "../store/testing.ts";
import { QUICK_PASSWORDS } from "../testing.ts";
import { createMember } from "./members.ts";
import { hashToken } from "./opaque-token.ts";
import { createPasswords } from "./passwords.ts";
import { createSignIns } from "./sign-in.ts";
import { keptAttempts } from "./sign-in-limits.ts";
import { createVault } from "./vault.ts";

const ADA = { email: "ada@example.com", password: "a long pass phrase" };
const caller = { address: "192.0.2.1", user_agent: "test" };

async function house() {
  const temporary = await temporaryStore();
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const vault = createVault(new Uint8Array(32).fill(1));
  const deps = { clock, rng: systemRng, store: temporary.store, vault, passwords: createPasswords() };
  await createMember(deps, { ...ADA, name: "Ada", role: "editor" });
  return { ...deps, sign_ins: createSignIns(deps), [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

test("the password is stored as argon2id, at the advised cost or above", async () => {
  await using h = await house();
  const { password_hash } = await h.store.db.selectFrom("members").selectAll().executeTakeFirstOrThrow();
  const [, algorithm, , cost] = password_hash.split("$");
  const { m, t, p } = Object.fromEntries((cost ?? "").split(",").map((part) => part.split("=")));
  expect(algorithm).toBe("argon2id");
  expect(Number(m)).toBeGreaterThanOrEqual(19_456);
  expect([Number(t), Number(p)]).toEqual([2, 1]);
});

test("a sign-in is found by its token, and the database knows only the hash", async () => {
  await using h = await house();
  const { token, actor } = await h.sign_ins.signIn({ ...ADA, email: "ADA@example.com" }, caller);
  expect(await h.sign_ins.find(token)).toEqual(actor);
  expect(actor).toMatchObject({ email: "ada@example.com", name: "Ada", role: "editor" });
  const row = await h.store.db.selectFrom("sign_ins").selectAll().executeTakeFirstOrThrow();
  expect(row.token_hash).toBe(hashToken(token));
  expect(JSON.stringify(row)).not.toContain(token);
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test("it ends after eight idle hours, and after thirty days whatever happens", async () => {
  await using h = await house();
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

test("a new sign-in ends the one that the browser had before", async () => {
  await using h = await house();
  const first = await h.sign_ins.signIn(ADA, caller);
  const other_browser = await h.sign_ins.signIn(ADA, caller);
  const second = await h.sign_ins.signIn(ADA, caller, first.token);
  expect(await h.sign_ins.find(first.token)).toBeUndefined();
  expect(await h.sign_ins.find(second.token)).toBeDefined();
  expect(await h.sign_ins.find(other_browser.token)).toBeDefined();
});

test("signing out ends it, and twice does nothing more", async () => {
  await using h = await house();
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

test("a wrong password and an unknown address get the same answer", async () => {
  await using h = await house();
  const wrong = await h.sign_ins.signIn({ ...ADA, password: "something else" }, caller).catch((error) => error);
  const unknown = await h.sign_ins.signIn({ ...ADA, email: "bob@example.com" }, caller).catch((error) => error);
  expect(wrong).toMatchObject({ code: "sign_in_failed" });
  expect([unknown.code, unknown.message]).toEqual([wrong.code, wrong.message]);
});

test("an unknown address costs a hash too", async () => {
  await using h = await house();
  const cpuOf = async (hash: string | undefined): Promise<number> => {
    const started = process.cpuUsage();
    await h.passwords.matches("a long pass phrase", hash);
    return process.cpuUsage(started).user;
  };
  const known = await cpuOf(await h.passwords.hash("x"));
  expect(await cpuOf(undefined)).toBeGreaterThan(known / 3);
});

test("guessing at one account is stopped for the address that guesses, and its owner gets in from another", async () => {
  await using temporary = await house();
  const { clock } = temporary;
  const ada = {
    query: temporary.store.db
      .updateTable("members")
      .set({ password_hash: await QUICK_PASSWORDS.hash(ADA.password) })
      .compile(),
  };
  await temporary.store.write([ada]);
  const h = { clock, sign_ins: createSignIns({ ...temporary, passwords: QUICK_PASSWORDS }) };
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

test("guesses from many addresses at one account come to an end, too", async () => {
  await using h = await house();
  const quick = createSignIns({ ...h, passwords: QUICK_PASSWORDS });
  const guessFrom = (index: number) =>
    quick
      .signIn({ ...ADA, password: "guess" }, { ...caller, address: `192.0.2.${index}` })
      .catch((error) => error.code);
  for (let index = 0; index < 300; index++) expect(await guessFrom(index)).toBe("sign_in_failed");
  expect(await guessFrom(300)).toBe("rate_limited");
});

test("a restart gives nobody new guesses", async () => {
  await using h = await house();
  const quick = { ...h, passwords: QUICK_PASSWORDS };
  const guess = { ...ADA, password: "guess" };
  const before = createSignIns(quick);
  for (let index = 0; index < 10; index++) await before.signIn(guess, caller).catch(() => {});
  const kept_attempts = await keptAttempts(h.store, h.clock.now());
  const after = createSignIns({ ...quick, kept_attempts });
  expect(await after.signIn(guess, caller).catch((error) => error)).toMatchObject({ code: "rate_limited" });
  expect(JSON.stringify(kept_attempts)).not.toContain("ada");
});

test("no more than the queue of hashes waits; who comes then is told to try again", async () => {
  await using h = await house();
  const tried = await Promise.all(
    Array.from({ length: 30 }, () => h.passwords.matches("guess", undefined).catch((error) => error)),
  );
  expect(tried.filter((result) => result === false)).toHaveLength(22);
  expect(tried.filter((result) => result !== false)).toHaveLength(8);
  expect(tried.at(-1)).toMatchObject({ code: "rate_limited", retry_after_s: 2 });
  expect(await h.passwords.matches("guess", undefined)).toBe(false);
  // Twenty-three hashes: more than five seconds where the machine has other work.
}, 30_000);
