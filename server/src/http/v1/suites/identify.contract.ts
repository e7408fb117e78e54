import { describe, expect, test } from "bun:test";
import { systemRng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { type Browser, shown, suppress, type TestResponse } from "../../../../test/support/v1-browser.ts";
import {
  beforeNextWrite,
  databaseSnapshot,
  newEventId,
  newRunId,
  startV1Server,
  type V1Server,
} from "../../../../test/support/v1-server.ts";
import { putPerson } from "../../../people/import/import-people.ts";
import { editPerson } from "../../../people/person/edit-person.ts";
import { exportPerson } from "../../../people/person/export-person.ts";

const attributesOf = async (server: V1Server, external_id: string): Promise<unknown> => {
  const { db } = server.store;
  const row = await db
    .selectFrom("people")
    .select("attributes")
    .where("external_id", "=", external_id)
    .executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.attributes);
};

const keysOf = (server: V1Server, external_id: string): Promise<unknown> =>
  server.store.db
    .selectFrom("people")
    .select(["search_name", "vouched"])
    .where("external_id", "=", external_id)
    .executeTakeFirst();

export function identifyContract(dialect: string, open: OpenStore): void {
  attributes(dialect, open);
  firstVerification(dialect, open);
  unverifiedIdentity(dialect, open);
  identityRequirements(dialect, open);
}

function attributes(dialect: string, open: OpenStore): void {
  describe(`identify: attributes (${dialect})`, () => {
    test("creates a person on first use and finds them again", async () => {
      await using server = await startV1Server(open);
      const first = await server.browser().identify("u_42", await server.token("u_42"), { plan: "pro" });
      expect(first.body).toMatchObject({
        person: { external_id: "u_42", verified: true },
        channel_id: "u_42",
        anonymous: null,
      });
      const again = await server.browser().identify("u_42", await server.token("u_42"));
      expect(again.body.person).toEqual(first.body.person);
      expect(await server.count("people")).toBe(1);
    });

    test("adds new attributes and removes those set to null", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      await server.browser().identify("u_42", token, { plan: "free", name: "Ada", tags: ["a"] });
      await server.browser().identify("u_42", token, { plan: "pro", tags: null });
      expect(await attributesOf(server, "u_42")).toEqual({ plan: "pro", name: "Ada" });
    });

    test("keeps all attributes that several tabs add at the same time", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      await server.browser().identify("u_42", token);
      const answers = await Promise.all(
        ["a", "b", "c"].map((key) => server.browser().identify("u_42", token, { [key]: 1 })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(await attributesOf(server, "u_42")).toEqual({ a: 1, b: 1, c: 1 });
    });

    test("limits all attributes of a person, not only those of one call", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const many = (prefix: string) =>
        Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${prefix}${index}`, 1]));
      expect((await server.browser().identify("u_42", token, many("a"))).status).toBe(200);
      const over = (await server.browser().identify("u_42", token, many("b"))) as unknown as TestResponse<Problem>;
      expect(over.body).toMatchObject({ code: "body_invalid", fields: [{ pointer: "/attributes" }] });
      const long = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`l${index}`, "ü".repeat(1_024)]));
      expect((await server.browser().identify("u_43", await server.token("u_43"), long)).status).toBe(400);
      expect(await server.count("people")).toBe(1);
    });
  });
}

function firstVerification(dialect: string, open: OpenStore): void {
  describe(`identify: first token (${dialect})`, () => {
    test("replaces unverified attributes with the first token and keeps activity", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const browser = server.browser();
      const unverified = await browser.identify("u_42", undefined, { plan: "pwned", admin: true });
      await browser.call("POST", "suppressions", {
        body: { external_id: "u_42", scope: "content", target: "welcome" },
      });
      const owner = await server.browser().identify("u_42", await server.token("u_42"), { name: "Ada" });
      expect(owner.body.person).toEqual({ ...unverified.body.person, verified: true });
      expect(await attributesOf(server, "u_42")).toEqual({ name: "Ada" });
      expect(shown(owner.body)).toEqual([]);
    });

    test("keeps backend attributes with the first token and targets by them", async () => {
      await using server = await startV1Server(open);
      await server.publish("for-pro", {
        targeting: {
          urls: { include: [], exclude: [] },
          audience: {
            kind: "attribute",
            of: "person",
            name: "plan",
            test: { type: "text", op: "is", value: "pro" },
          },
        },
      });
      const to = { ...server, rng: systemRng, publish: () => {} };
      const put = (attributes: Readonly<Record<string, string | null>>) =>
        putPerson(to, server.shop, { external_id: "u_42", attributes }, null);
      await put({ plan: "free", name: "Ada King", team: "blue" });
      await put({ plan: "pro", team: null });
      await editPerson(to, server.shop, "u_42", { attributes: { region: "north" } }, null);
      await server.browser().identify("u_42", undefined, { plan: "free", name: "Eve", admin: true });
      expect(await attributesOf(server, "u_42")).toEqual({ plan: "free", name: "Eve", admin: true, region: "north" });

      // A person's data export includes it, too.
      const vouched = { plan: "pro", name: "Ada King", region: "north" };
      expect(await exportPerson(server, server.shop, "u_42")).toMatchObject({ person: { vouched: vouched } });

      const proved = await server.browser().boot(await server.token("u_42"));
      expect(shown(proved)).toEqual(["for-pro"]);
      expect(await attributesOf(server, "u_42")).toEqual({ plan: "pro", name: "Ada King", region: "north" });
      expect(await keysOf(server, "u_42")).toEqual({ search_name: "ada king", vouched: null });

      await put({ plan: "free" });
      await server.browser().identify("u_42", await server.token("u_42"), { seats: 3 });
      expect(await attributesOf(server, "u_42")).toEqual({
        ...{ plan: "free", name: "Ada King", region: "north", seats: 3 },
      });
    });
  });
}

function unverifiedIdentity(dialect: string, open: OpenStore): void {
  describe(`identify: no token (${dialect})`, () => {
    test("never reads, changes, or merges a verified person without a token", async () => {
      await using server = await startV1Server(open);
      const { content_id, version_id } = await server.publish("welcome");
      const token = await server.token("ceo");
      const browser = server.browser();
      await browser.identify("ceo", token, { name: "Grace" });
      const made = await suppress(browser, { scope: "content", target: "welcome" }, token);
      const run_id = newRunId(server);
      const start = { action: "start", run_id, content_id, version_id, step_id: "hello", reason: "rule" };
      await browser.call("POST", "progress", { body: start, token });
      const before = await databaseSnapshot(server);

      const unverified = await server.visitor();
      const ceo = { external_id: "ceo", ...unverified.anonymousIdentity };
      const event = { id: newEventId(server), name: "x", at: "2026-11-21T12:00:00Z" };
      const answers = [
        await unverified.identify("ceo", undefined, { name: "Mallory" }),
        await unverified.call("POST", "events", { body: { ...ceo, events: [event] } }),
        await unverified.call("POST", "events", { body: { ...ceo, events: ["nonsense"] } }),
        await unverified.call("POST", "suppressions", { body: { ...ceo, scope: "all", target: "" } }),
        await unverified.call("GET", "suppressions", { query: { external_id: "ceo" } }),
        await unverified.call("DELETE", `suppressions/${made.body.suppressions[0]?.id}`, {
          query: { external_id: "ceo" },
        }),
        await unverified.call("POST", "progress", { body: { ...ceo, ...start, run_id: newRunId(server) } }),
        await unverified.call("POST", "progress", {
          body: { ...ceo, action: "step", run_id, seq: 1, step_id: "orders" },
        }),
        await unverified.call("POST", "progress", {
          body: { ...ceo, action: "end", run_id, seq: 1, reason: "escape" },
        }),
        await unverified.call("GET", "explain", { query: { content: "welcome", external_id: "ceo" } }),
      ];
      for (const { status, body } of answers) {
        expect({ status, code: (body as Problem).code }).toEqual({ status: 401, code: "identity_required" });
      }
      expect(await databaseSnapshot(server)).toEqual(before);
    });

    test("yields without a token to a token that arrives between read and write", async () => {
      await using server = await startV1Server(open);
      await server.publish("welcome");
      const calls: readonly ((external_id: string) => Promise<TestResponse<unknown>>)[] = [
        (external_id) => server.browser().identify(external_id),
        (external_id) => server.browser().identify(external_id, undefined, { plan: "pwned" }),
        (external_id) =>
          server.browser().call("POST", "suppressions", { body: { external_id, scope: "all", target: "" } }),
      ];
      for (const [index, call] of calls.entries()) {
        const external_id = `u_${index}`;
        await server.browser().identify(external_id);
        // A recent visit without news writes nothing.
        server.clock.advance(limits.person_seen_resolution_ms);
        const token = await server.token(external_id);
        beforeNextWrite(server, () => server.browser().identify(external_id, token, { name: "Grace" }));
        expect((await call(external_id)).status).toBe(401);
        expect(await attributesOf(server, external_id)).toEqual({ name: "Grace" });
        expect(await server.count("suppressions")).toBe(0);
      }
    });
  });
}

function identityRequirements(dialect: string, open: OpenStore): void {
  describe(`identify: requirements (${dialect})`, () => {
    test("works without a token for unverified people and reports that", async () => {
      await using server = await startV1Server(open);
      const { status, body } = await server.browser().identify("u_42", undefined, { plan: "free" });
      expect(status).toBe(200);
      expect(body.person).toMatchObject({ external_id: "u_42", verified: false });
    });

    test("verifies a person with any verified call, not only identify", async () => {
      await using server = await startV1Server(open);
      const calls: readonly ((browser: Browser, token: string) => Promise<unknown>)[] = [
        (browser, token) => browser.boot(token),
        (browser, token) => suppress(browser, { scope: "all", target: "" }, token),
        (browser, token) =>
          browser.call("POST", "events", {
            body: { events: [{ id: newEventId(server), name: "x", at: "2026-11-21T12:00:00Z" }] },
            token,
          }),
      ];
      for (const [index, call] of calls.entries()) {
        await server.browser().identify(`u_${index}`, undefined, { plan: "pwned" });
        await call(server.browser(), await server.token(`u_${index}`));
        expect(await attributesOf(server, `u_${index}`)).toEqual({});
        expect((await server.browser().identify(`u_${index}`)).status).toBe(401);
      }
    });

    test("rejects every call without a token when the app requires verification", async () => {
      await using server = await startV1Server(open);
      server.change(server.shop, { require_identity: true });
      const refused = (await server.browser().identify("nobody-yet")) as unknown as TestResponse<Problem>;
      expect(refused.body.code).toBe("identity_required");
      expect(await server.count("people")).toBe(0);
      expect((await server.browser().identify("u_42", await server.token("u_42"))).status).toBe(200);
      expect((await server.browser().boot()).anonymous?.id).toMatch(/^anon-/);
    });

    test("rejects another person's token in body and query", async () => {
      await using server = await startV1Server(open);
      const token = await server.token("u_42");
      const browser = server.browser();
      const answers = [
        await browser.identify("ceo", token),
        await browser.call("POST", "suppressions", { body: { external_id: "ceo", scope: "all", target: "" }, token }),
        await browser.call("GET", "suppressions", { query: { external_id: "ceo" }, token }),
      ];
      for (const { status, body } of answers as unknown as TestResponse<Problem>[]) {
        expect({ status, code: body.code }).toEqual({ status: 403, code: "identity_mismatch" });
      }
      expect(await server.count("people")).toBe(0);
    });
  });
}
