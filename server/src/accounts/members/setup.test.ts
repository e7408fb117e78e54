import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { systemRng } from "@fanfare/contract/lib/rng";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { createVault } from "../../lib/vault.ts";
import type { Passwords } from "../sign-in/passwords.ts";
import { createPasswords } from "../sign-in/passwords.ts";
import { createSignIns } from "../sign-in/sign-in.ts";
import { createMember, ensureOwner } from "./members.ts";
import { createSetup } from "./setup.ts";

const caller = { address: "192.0.2.1", user_agent: "test" };
const ada = { name: "Ada", email: "ada@example.com", password: "a long pass phrase" };
/** Skips hashing in tests that don't check it, so that concurrent calls stay fast. */
const quick: Passwords = { hash: async () => "$argon2id$…", matches: async () => false };

async function server(passwords: Passwords = quick) {
  const temporary = await temporaryStore();
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const vault = createVault([new Uint8Array(32).fill(1)]);
  const deps = { clock, rng: systemRng, store: temporary.store, vault, passwords };
  const sign_ins = createSignIns(deps);
  const setup = createSetup({ ...deps, sign_ins });
  return { ...deps, sign_ins, setup, [Symbol.asyncDispose]: () => temporary[Symbol.asyncDispose]() };
}

async function link(h: { setup: { newLink(): Promise<string | undefined> } }): Promise<string> {
  const token = await h.setup.newLink();
  if (token === undefined) throw new Error("There is a member already.");
  return token;
}

test("makes the holder of the printed link the owner and signs them in", async () => {
  await using h = await server(createPasswords());
  expect(await h.setup.needed()).toBe(true);
  const { token, actor } = await h.setup.complete({ ...ada, token: await link(h) }, caller);
  expect(actor.role).toBe("owner");
  expect(await h.sign_ins.find(token)).toEqual(actor);
  expect(await h.setup.needed()).toBe(false);
  expect(await h.sign_ins.signIn(ada, caller)).toBeDefined();
});

test("creates one owner when 50 people use the link at the same time", async () => {
  await using h = await server();
  const token = await link(h);
  const tried = await Promise.allSettled(
    Array.from({ length: 50 }, (_, index) =>
      h.setup.complete({ ...ada, email: `u${index}@example.com`, token }, caller),
    ),
  );
  expect(tried.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  for (const result of tried) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "setup_done" });
  }
  const members = await h.store.db.selectFrom("members").selectAll().execute();
  expect(members).toHaveLength(1);
  expect(await h.store.db.selectFrom("sign_ins").selectAll().execute()).toHaveLength(1);
});

test("rejects an unknown, older, or expired link before hashing", async () => {
  let hashes = 0;
  await using h = await server({ ...quick, hash: async () => `hash ${++hashes}` });
  const refused = { code: "setup_link_invalid" };
  const attempt = (token: string) => h.setup.complete({ ...ada, token }, caller).catch((error) => error);
  const older = await link(h);
  const newer = await link(h);
  expect(await attempt("")).toMatchObject(refused);
  expect(await attempt("A".repeat(43))).toMatchObject(refused);
  expect(await attempt(older)).toMatchObject(refused);
  h.clock.advance(30 * MINUTE_MS);
  expect(await attempt(newer)).toMatchObject(refused);
  expect(hashes).toBe(0);
});

test("creates and accepts no setup link once there is a member", async () => {
  await using h = await server();
  const token = await link(h);
  await createMember(h, { ...ada, role: "admin" });
  expect(await h.setup.newLink()).toBeUndefined();
  expect(await h.setup.complete({ ...ada, token }, caller).catch((error) => error)).toMatchObject({
    code: "setup_done",
  });
});

test("rejects a common password at its field", async () => {
  await using h = await server();
  const token = await link(h);
  const error = await h.setup.complete({ ...ada, password: "Password123", token }, caller).catch((thrown) => thrown);
  expect(error).toMatchObject({ code: "body_invalid", fields: [{ pointer: "/password" }] });
  expect(await h.setup.complete({ ...ada, token }, caller)).toBeDefined();
});

test("creates the configured owner once, even when two servers start together", async () => {
  await using h = await server();
  const made = await Promise.all([ensureOwner(h, ada), ensureOwner(h, { ...ada, email: "bob@example.com" })]);
  expect(made.toSorted()).toEqual([false, true]);
  expect(await ensureOwner(h, { ...ada, email: "eve@example.com" })).toBe(false);
  expect(await h.store.db.selectFrom("members").selectAll().execute()).toHaveLength(1);
});
