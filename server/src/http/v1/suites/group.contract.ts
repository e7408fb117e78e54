import { describe, expect, test } from "bun:test";
import type { Edition } from "@fanfare/contract/content/content";
import type { AppId, AppKey } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import type { Problem } from "@fanfare/contract/problem";
import { PERSON_CHANGED } from "@fanfare/contract/realtime/change-signal";
import type { Rule } from "@fanfare/contract/targeting/rule";
import type { OpenStore } from "../../../../test/support/temporary-store.ts";
import { type CallOptions, shown, type TestResponse } from "../../../../test/support/v1-browser.ts";
import {
  addApp,
  appRecord,
  beforeNextWrite,
  databaseSnapshot,
  newEventId,
  startV1Server,
  type V1Server,
} from "../../../../test/support/v1-server.ts";
import { toIso } from "../../../store/columns.ts";

const PRO: Partial<Edition> = {
  targeting: {
    urls: { include: [], exclude: [] },
    audience: { kind: "attribute", of: "group", name: "plan", test: { type: "text", op: "is", value: "pro" } },
  },
};

const memberToken = (server: V1Server, sub = "u_42"): Promise<string> =>
  server.token(sub, { groups: ["acme", "globex"] });

const updateGroup = (server: V1Server, token: string | undefined, changes: object, options: CallOptions = {}) =>
  server.browser().call<Problem>("POST", "group", { body: { external_id: "acme", ...changes }, token, ...options });

const stored = async (server: V1Server): Promise<unknown> => {
  const { db } = server.store;
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("groups", "groups.id", "memberships.group_id")
    .innerJoin("people", "people.id", "memberships.person_id")
    .select(["groups.external_id as group", "people.external_id as person"])
    .select(["groups.attributes as of_group", "memberships.attributes as of_membership"])
    .orderBy("groups.external_id")
    .orderBy("people.external_id")
    .execute();
  return rows.map(({ group, person, of_group, of_membership }) => [
    ...[group, person, JSON.parse(of_group), JSON.parse(of_membership)],
  ]);
};

const refused = ({ status, body }: TestResponse<Problem>) => ({ status, code: body.code });

export function groupContract(dialect: string, open: OpenStore): void {
  groupAttributes(dialect, open);
  groupMembership(dialect, open);
  groupBounds(dialect, open);
  groupEventCounts(dialect, open);
}

function groupEventCounts(dialect: string, open: OpenStore): void {
  describe(`events of a group (${dialect})`, () => {
    test("decide for everyone in it, once per event, and update the page of who reaches the number", async () => {
      await using server = await startV1Server(open);
      const count = { op: "at_least", times: 3 } as const;
      const audience: Rule = { kind: "group_event", name: "project_created", count, within_days: 30 };
      await server.publish("tips", { targeting: { urls: { include: [], exclude: [] }, audience } });
      // One is a member. The other has only a token that names the group.
      const member = await memberToken(server);
      await updateGroup(server, member, {});
      const colleague = await server.token("u_7", { groups: ["acme"] });
      const outsider = await server.token("u_8");
      const creates = async (token: string, ids: readonly string[]): Promise<number> => {
        const before = server.signals.length;
        const at = toIso(server.clock.now());
        const events = ids.map((id) => ({ id, name: "project_created", at }));
        expect((await server.browser().call("POST", "events", { body: { events }, token })).status).toBe(200);
        return server.signals.slice(before).filter(({ event }) => event === PERSON_CHANGED).length;
      };
      const sees = (token: string) => server.browser().boot(token).then(shown);
      const [first, second, third] = [newEventId(server), newEventId(server), newEventId(server)];
      await creates(outsider, [newEventId(server), newEventId(server), newEventId(server)]);
      expect(await creates(member, [first])).toBe(0);
      expect(await creates(member, [first, second])).toBe(0);
      expect([await sees(member), await sees(colleague)]).toEqual([[], []]);
      expect(await creates(colleague, [third])).toBe(0);
      expect([await sees(member), await sees(colleague), await sees(outsider)]).toEqual([["tips"], ["tips"], []]);

      server.clock.advance(30 * DAY_MS);
      const later = await memberToken(server);
      expect(await sees(later)).toEqual([]);
      expect(await creates(later, [newEventId(server), newEventId(server)])).toBe(0);
      expect(await creates(later, [newEventId(server)])).toBe(1);
      expect(await creates(later, [newEventId(server)])).toBe(0);
      expect(await sees(later)).toEqual(["tips"]);
    });
  });
}

function groupAttributes(dialect: string, open: OpenStore): void {
  describe(`a group that a page tells of: attributes (${dialect})`, () => {
    test("is created on first use with its person and found by name", async () => {
      await using server = await startV1Server(open);
      const changes = { attributes: { name: "Ácme", seats: 12 }, membership: { role: "admin" } };
      const { status, body, headers } = await updateGroup(server, await memberToken(server), changes);
      expect({ status, body: body as unknown }).toEqual({ status: 200, body: { status: "grouped" } });
      expect(headers.get("Access-Control-Allow-Origin")).toBe("https://shop.example");
      expect(await stored(server)).toEqual([["acme", "u_42", { name: "Ácme", seats: 12 }, { role: "admin" }]]);
      const { db } = server.store;
      const row = await db.selectFrom("groups").select("search_name").executeTakeFirstOrThrow();
      expect(row.search_name).toBe("ácme");
      const people = await db.selectFrom("people").select(["external_id", "verified"]).execute();
      expect(people).toEqual([{ external_id: "u_42", verified: 1 }]);
      const learned = await db.selectFrom("attribute_definitions").select(["owner", "name", "type"]).execute();
      expect(learned.map(({ owner, name, type }) => `${owner} ${name} ${type}`).toSorted()).toEqual([
        "group name text",
        "group seats number",
        "membership role text",
      ]);
    });

    test("adds attributes and removes those set to null", async () => {
      await using server = await startV1Server(open);
      const token = await memberToken(server);
      await updateGroup(server, token, {
        attributes: { plan: "free", seats: 1 },
        membership: { role: "guest", desk: 4 },
      });
      await updateGroup(server, token, { attributes: { plan: "pro", seats: null }, membership: { desk: null } });
      await updateGroup(server, await memberToken(server, "u_7"), { attributes: { city: "Oslo" } });
      expect(await stored(server)).toEqual([
        ["acme", "u_42", { plan: "pro", city: "Oslo" }, { role: "guest" }],
        ["acme", "u_7", { plan: "pro", city: "Oslo" }, {}],
      ]);
    });

    test("writes nothing when unchanged", async () => {
      await using server = await startV1Server(open);
      const token = await memberToken(server);
      const changes = { attributes: { plan: "pro", seats: null }, membership: { role: "admin" } };
      await updateGroup(server, token, changes);
      const before = await databaseSnapshot(server);
      server.clock.advance(1_000);
      let batches = 0;
      const { write } = server.store;
      server.store.write = (batch) => {
        batches++;
        return write(batch);
      };
      expect((await updateGroup(server, token, changes)).status).toBe(200);
      expect((await updateGroup(server, token, {})).status).toBe(200);
      expect(batches).toBe(0);
      expect(await databaseSnapshot(server)).toEqual(before);
    });

    test("keeps all attributes of simultaneous updates", async () => {
      await using server = await startV1Server(open);
      const token = await memberToken(server);
      const changes = (key: string) => ({ attributes: { [key]: 1 }, membership: { [key]: 1 } });
      const answers = await Promise.all(["a", "b", "c"].map((key) => updateGroup(server, token, changes(key))));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const of of ["attributes", "membership"]) {
        beforeNextWrite(server, () => updateGroup(server, token, { [of]: { d: 1 } }));
        expect((await updateGroup(server, token, { [of]: { e: 1 } })).status).toBe(200);
      }
      const all = { a: 1, b: 1, c: 1, d: 1, e: 1 };
      expect(await stored(server)).toEqual([["acme", "u_42", all, all]]);
    });
  });
}

function groupMembership(dialect: string, open: OpenStore): void {
  describe(`a group that a page tells of: membership (${dialect})`, () => {
    test("applies to the content its members see", async () => {
      await using server = await startV1Server(open);
      await server.publish("for-pro", PRO);
      const [token, other] = [await memberToken(server), await memberToken(server, "u_7")];
      expect(shown(await server.browser().boot(token))).toEqual([]);
      await updateGroup(server, token, { attributes: { plan: "pro" } });
      expect(shown(await server.browser().boot(token))).toEqual(["for-pro"]);
      expect(shown(await server.browser().boot(other))).toEqual(["for-pro"]);
      expect(shown(await server.browser().boot(await server.token("u_9")))).toEqual([]);
    });

    test("is rejected without a verified membership, and nothing is stored", async () => {
      await using server = await startV1Server(open);
      await updateGroup(server, await memberToken(server), { attributes: { plan: "free" } });
      const before = await databaseSnapshot(server);
      const changes = { attributes: { plan: "pro" }, membership: { role: "admin" } };
      const anonymous = (await server.browser().boot()).anonymous?.token;
      const answers = [
        await updateGroup(server, await server.token("u_9"), changes),
        await updateGroup(server, await server.token("u_9", { groups: ["globex", "Acme", "acme "] }), changes),
        await updateGroup(server, await server.token("u_42", { groups: ["globex"] }), changes),
        await updateGroup(server, anonymous, changes),
        await updateGroup(server, undefined, changes, { query: { external_id: "u_9" } }),
      ];
      for (const answer of answers) {
        expect(refused(answer)).toEqual({ status: 403, code: "group_not_proved" });
        expect(answer.body.detail).toMatch(/^Nothing was stored\. .* groups claim\.$/);
      }
      expect(refused(await updateGroup(server, undefined, changes))).toEqual({
        status: 401,
        code: "identity_required",
      });
      expect(await databaseSnapshot(server)).toEqual(before);
    });
  });
}

function groupBounds(dialect: string, open: OpenStore): void {
  describe(`a group that a page tells of: bounds (${dialect})`, () => {
    test("belongs to one app only, with its tokens and IDs", async () => {
      await using server = await startV1Server(open);
      const secret = "the-secret-of-the-bakery-0123456789abc";
      // Casts: made-up test app.
      const other_app = { id: "1002" as AppId, key: "bakery-key" as AppKey, name: "Bakery" };
      await addApp(server, appRecord({ ...other_app, secrets: [{ id: "s2", secret }] }));
      const body = { external_id: "acme", attributes: { plan: "pro" } };
      const shop = await memberToken(server);
      const call = (token: string) =>
        server.browser({ key: "bakery-key" }).call<Problem>("POST", "group", { body, token });
      expect(refused(await call(shop))).toEqual({ status: 401, code: "identity_invalid" });
      expect([await server.count("people"), await server.count("groups")]).toEqual([0, 0]);
      const own = await server.token("u_42", { aud: "bakery-key", groups: ["acme"] }, secret);
      expect((await call(own)).status).toBe(200);
      await updateGroup(server, shop, { attributes: { plan: "free" } });
      const rows = await server.store.db
        .selectFrom("groups")
        .select(["app_id", "attributes"])
        .orderBy("app_id")
        .execute();
      expect(rows).toEqual([
        { app_id: server.shop.id, attributes: '{"plan":"free"}' },
        { app_id: other_app.id, attributes: '{"plan":"pro"}' },
      ]);
    });

    test("is limited in body, attributes, and groups per person", async () => {
      await using server = await startV1Server(open);
      const token = await memberToken(server);
      const large = JSON.stringify({ external_id: "acme", attributes: { a: "x".repeat(limits.v1_body_bytes_max) } });
      const over = await server.browser().call<Problem>("POST", "group", { body: large, token });
      expect(refused(over)).toEqual({ status: 413, code: "body_too_large" });
      const many = (prefix: string) =>
        Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`${prefix}${index}`, 1]));
      for (const changes of [{ role: "admin" }, { attributes: { "not a key": 1 } }, { external_id: "anon-1" }]) {
        expect(refused(await updateGroup(server, token, changes))).toEqual({ status: 400, code: "body_invalid" });
      }
      expect(await server.count("groups")).toBe(0);
      await updateGroup(server, token, { attributes: many("a") });
      const more = await updateGroup(server, token, { attributes: many("b"), membership: { role: "admin" } });
      expect(refused(more)).toEqual({ status: 400, code: "body_invalid" });
      expect(await stored(server)).toEqual([["acme", "u_42", many("a"), {}]]);
      const of = async (from: number) => {
        const groups = Array.from({ length: limits.identity_groups_max }, (_, index) => `g_${from + index}`);
        return { groups, token: await server.token("u_42", { groups }) };
      };
      const first = await of(1);
      for (const external_id of first.groups.slice(1)) {
        expect((await updateGroup(server, first.token, { external_id })).status).toBe(200);
      }
      const full = await updateGroup(server, first.token, { external_id: "g_1" });
      expect(refused(full)).toEqual({ status: 409, code: "memberships_full" });
      expect(await server.count("groups")).toBe(limits.identity_groups_max);
    });
  });
}
