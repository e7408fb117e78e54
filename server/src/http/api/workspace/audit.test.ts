import { Database } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { AuditId } from "@fanfare/contract/lib/ids";
import { MINUTE_MS } from "@fanfare/contract/limits";
import type { AuditEntry } from "@fanfare/contract/schema/responses/accounts/audit";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import {
  APP,
  sampleTour,
  startTemporaryServer,
  type TemporaryServer,
} from "../../../../test/support/temporary-server.ts";
import { silentLog } from "../../../lib/log.ts";
import { createControlClient } from "../../../operations/control-client.ts";
import type { Schema } from "../../../store/schema/schema.ts";

const clock = manualClock(Date.UTC(2026, 10, 21));
const { server, owner } = await sharedServer({ clock });
beforeAll(async () => {
  for (const slug of ["one", "two", "three"]) {
    clock.advance(MINUTE_MS);
    const made = await owner.call("POST", "/api/contents", {
      app_id: APP.id,
      name: slug,
      slug,
      draft: sampleTour("Hello"),
    });
    expect(made.status).toBe(201);
  }
});

const list = async (query: string): Promise<{ items: AuditEntry[]; next: string | null }> =>
  (await owner.call("GET", `/api/audit?${query}`)).json;

test("lists every write, newest first, without gaps between pages", async () => {
  const all = (await list("limit=200")).items;
  expect(all[0]).toMatchObject({ action: "content.create", resource_type: "content", at: "2026-11-21T00:03:00.000Z" });
  const paged: AuditEntry[] = [];
  for (let before = ""; ; ) {
    const page = await list(`limit=2${before}`);
    paged.push(...page.items);
    if (page.next === null) break;
    before = `&after=${page.next}`;
  }
  expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});

test("names each resource as it's called now", async () => {
  const [content] = (await list("action=content.create&limit=1")).items;
  expect(content?.resource_name).toBe("three");
  const created = (await list("action=member.create")).items.map(({ resource_name }) => resource_name);
  expect(created).toEqual([(await owner.call("GET", "/api/me")).json.member.name]);
});

test("filters by member, action, object, and time", async () => {
  const [newest] = (await list("limit=1")).items;
  const ids = async (query: string) => (await list(query)).items.map(({ id }) => id);
  // Includes the console's own tour.
  expect(await ids("action=content.create")).toHaveLength(4);
  expect(await ids(`resource_type=content&resource_id=${newest?.resource_id}`)).toEqual([newest?.id ?? ""]);
  expect(await ids(`member_id=${newest?.member_id}&action=content.create`)).toHaveLength(3);
  expect(await ids("action=content.create&since=2026-11-21T00:02:00Z")).toHaveLength(2);
  expect(await ids("action=content.create&until=2026-11-21T00:02:00Z")).toHaveLength(2);
  expect(await ids("member_id=nobody")).toEqual([]);
  expect((await owner.call("GET", "/api/audit?since=yesterday")).json.code).toBe("query_invalid");
});

test("uses an index without sorting for every filter", () => {
  using database = new Database(server.config.database_url.slice("sqlite:".length), { readonly: true });
  for (const column of ["member_id", "action", "app_id", "resource_type = 'content' and resource_id"]) {
    const query = `explain query plan select * from audit_entries where ${column} = 'x' order by id desc limit 50`;
    const plan = JSON.stringify(database.query(query).all());
    expect(plan).toContain("audit_entries_by_");
    expect(plan).not.toContain("TEMP B-TREE");
  }
});

test("streams all matching entries as NDJSON and CSV", async () => {
  const ndjson = await owner.call("GET", "/api/audit/export?action=content.create");
  expect(ndjson.headers.get("Content-Disposition")).toBe('attachment; filename="fanfare-audit.ndjson"');
  const entries = ndjson.text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(entries).toEqual((await list("action=content.create")).items);
  const csv = await owner.call("GET", "/api/audit/export?action=content.create&format=csv");
  const [head, ...rows] = csv.text.trim().split("\r\n");
  expect(head).toBe("id,at,member_id,action,resource_type,resource_id,resource_name,app_id,detail,seq,hash");
  expect(rows).toHaveLength(4);
  expect(rows[0]).toContain('"{""');
});

test("contains no formula in any CSV cell", async () => {
  await owner.call("POST", "/api/tokens", { name: "=1+1", scopes: ["content.read"] });
  const { store } = server.fanfare;
  const row = { ...entry("aud_0", clock.now()), resource_id: "=HYPERLINK(1)" };
  await store.write([{ query: store.db.insertInto("audit_entries").values(row).compile() }]);
  const csv = await owner.call("GET", "/api/audit/export?format=csv&resource_type=planted");
  expect(csv.text).toContain(",'=HYPERLINK(1),");
  await store.write([{ query: store.db.deleteFrom("audit_entries").where("resource_type", "=", "planted").compile() }]);
});

function entry(id: string, at: number): Schema["audit_entries"] {
  return {
    ...{ id: id as AuditId, at, member_id: null, action: "content.publish", resource_type: "planted" },
    ...{ resource_id: "x", app_id: null, detail: "{}", seq: null, hash: null },
  };
}

describe("audit log verification", () => {
  /** A server of its own, whose log holds some entries, and one way to change it behind the server's back. */
  const verdictAfter = async (change: (db: TemporaryServer["fanfare"]["store"]["db"], middle: number) => unknown) => {
    await using own = await startTemporaryServer();
    const page = await own.ownerBrowser();
    for (let index = 0; index < 5; index++) {
      await page.call("POST", "/api/tokens", { name: `token ${index}`, scopes: ["content.read"] });
    }
    const client = createControlClient(own.config, silentLog);
    const before = await client("audit.verify", {});
    expect(before).toMatchObject({ intact: true, broken_at: null });
    const middle = Math.floor(before.entries / 2);
    const query = change(own.fanfare.store.db, middle) as { compile(): never } | undefined;
    if (query !== undefined) await own.fanfare.store.write([{ query: query.compile(), expect: 1 }]);
    return { middle, before, after: await client("audit.verify", {}) };
  };

  test("succeeds and covers new entries", async () => {
    const { before, after } = await verdictAfter(() => undefined);
    expect(after).toEqual(before);
    expect(before.head).toMatchObject({ seq: before.entries });
  });

  test.each([
    ["a changed detail", "detail"],
    ["another member", "member_id"],
    ["another action", "action"],
  ] as const)("detects %s", async (_, column) => {
    const { middle, after } = await verdictAfter((db, seq) =>
      db
        .updateTable("audit_entries")
        .set({ [column]: '{"role":"owner"}' })
        .where("seq", "=", seq),
    );
    expect(after).toMatchObject({ intact: false, broken_at: middle });
  });

  test("detects a removed entry", async () => {
    const { middle, after } = await verdictAfter((db, seq) => db.deleteFrom("audit_entries").where("seq", "=", seq));
    expect(after).toMatchObject({ intact: false, broken_at: middle });
  });

  test("returns the same over the API", async () => {
    const result = (await owner.call("GET", "/api/audit/verify")).json;
    expect(result).toMatchObject({ intact: true, broken_at: null });
  });
});
