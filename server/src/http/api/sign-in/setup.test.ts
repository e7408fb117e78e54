import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { MINUTE_MS } from "@fanfare/contract/limits";
import { openBrowser, QUICK_PASSWORDS, startTemporaryServer } from "../../../../test/support/temporary-server.ts";
import { createPasswords } from "../../../accounts/sign-in/passwords.ts";

const NO_OWNER = { real_passwords: true, environment: { FANFARE_OWNER_EMAIL: "", FANFARE_OWNER_PASSWORD: "" } };
const ada = { name: "Ada", email: "Ada@Example.com", password: "a long pass phrase" };

function tokenOf(setup_url: string | undefined): string {
  return new URL(setup_url ?? "").searchParams.get("token") ?? "";
}

test("creates the owner from the printed link once and signs them in", async () => {
  await using server = await startTemporaryServer(NO_OWNER);
  const page = server.browser();
  expect(server.setup_url).toStartWith(`http://localhost:${server.port}/console/setup?token=`);
  expect((await page.call("GET", "/api/setup")).json).toEqual({
    needed: true,
    signed_in: false,
    offers_reset: false,
    provider: null,
    saml: null,
  });

  const token = tokenOf(server.setup_url);
  const made = await page.call("POST", "/api/setup", { ...ada, token, source_locale: "de" });
  expect(made.status).toBe(201);
  expect((await page.call("GET", "/api/apps/1001")).json.settings.source_locale).toBe("de");
  expect(made.json).toMatchObject({
    member: { name: "Ada", email: "ada@example.com", role: "owner" },
    workspace: { name: "Fanfare" },
    apps: [{ id: "1001", key: "shop", paused: false }],
    guest: { key: "fanfare-console", external_id: made.json.member.id },
  });
  expect((await page.call("GET", "/api/me")).json.member).toEqual(made.json.member);
  expect((await page.call("GET", "/api/setup")).json).toEqual({
    needed: false,
    signed_in: true,
    offers_reset: false,
    provider: null,
    saml: null,
  });

  const again = await server.browser().call("POST", "/api/setup", { ...ada, token });
  expect(again).toMatchObject({ status: 409, json: { code: "setup_done" } });
  expect(server.lines.join("")).not.toContain(token);
});

test("creates one owner when 50 people open the link at the same time", async () => {
  const { promise: refused, resolve: go } = Promise.withResolvers<void>();
  // Block two running and twenty queued hashes until all other calls have been refused.
  const passwords = createPasswords({
    hash: (password) => refused.then(() => QUICK_PASSWORDS.hash(password)),
    verify: async () => false,
  });
  await using server = await startTemporaryServer({ ...NO_OWNER, passwords });
  const token = tokenOf(server.setup_url);
  let answered = 0;
  const answers = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const input = { ...ada, email: `u${index}@example.com`, token };
      const answer = await openBrowser(server.origin).call("POST", "/api/setup", input);
      if (++answered === 50 - 22) go();
      return answer;
    }),
  );
  const codes = answers.map(({ status, json }) => (status === 201 ? "made" : json.code));
  expect(codes.filter((code) => code === "made")).toHaveLength(1);
  expect(new Set(codes)).toEqual(new Set(["made", "setup_done", "rate_limited"]));
  expect(await server.fanfare.store.db.selectFrom("members").selectAll().execute()).toHaveLength(1);
});

test("creates no owner without the link, with an old link, or after 30 minutes", async () => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  await using server = await startTemporaryServer({ ...NO_OWNER, clock });
  const page = server.browser();
  for (const token of ["x", "A".repeat(43)]) {
    expect(await page.call("POST", "/api/setup", { ...ada, token })).toMatchObject({
      status: 401,
      json: { code: "setup_link_invalid" },
    });
  }
  clock.advance(30 * MINUTE_MS);
  const late = await page.call("POST", "/api/setup", { ...ada, token: tokenOf(server.setup_url) });
  expect(late).toMatchObject({ status: 401, json: { code: "setup_link_invalid" } });
  expect(await server.fanfare.store.db.selectFrom("members").selectAll().execute()).toHaveLength(0);
});

test("reports invalid fields and rejects a role", async () => {
  await using server = await startTemporaryServer(NO_OWNER);
  const answer = await server
    .browser()
    .call("POST", "/api/setup", { token: "x", email: "ada", password: "short", role: "owner" });
  expect(answer).toMatchObject({ status: 400, json: { code: "body_invalid" } });
  const pointers = answer.json.fields.map((field: { pointer: string }) => field.pointer);
  expect(pointers.toSorted()).toEqual(["/email", "/name", "/password", "/role"]);
});

test("lets the configured owner sign in and prints no link", async () => {
  await using server = await startTemporaryServer({ real_passwords: true });
  expect(server.setup_url).toBeUndefined();
  const owner = await server.ownerBrowser();
  expect((await owner.call("GET", "/api/me")).json.member).toMatchObject({ email: "owner@example.com", role: "owner" });
});
