import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  APP,
  startTemporaryServer,
  type TemporaryServer,
  type TestBrowser,
} from "../../../test/support/temporary-server.ts";

/**
 * Resource that two callers can change concurrently: its write request, its current tag, and changes that lead to
 * different states.
 */
interface Changed {
  readonly of: string;
  readonly method: "PATCH" | "PUT";
  readonly path: string;
  readonly tag: () => Promise<string>;
  readonly changes: readonly [object, object, object];
  readonly done: number;
}

export function seenContract(dialect: string, environment: () => Promise<Readonly<Record<string, string>>>): void {
  describe(`If-Match with an ETag (${dialect})`, () => {
    let server: TemporaryServer;
    let owner: TestBrowser;
    let records: readonly Changed[];
    beforeAll(async () => {
      server = await startTemporaryServer({ environment: await environment() });
      owner = await server.ownerBrowser();
      records = await furnished(owner, server.browser());
    });
    afterAll(() => server[Symbol.asyncDispose]());

    const change = ({ method, path }: Changed, body: object, tag?: string) =>
      owner.call(method, path, body, tag === undefined ? {} : { "If-Match": `"${tag}"` });

    test("rejects a change from an outdated state and returns the current one", async () => {
      for (const record of records) {
        const [one, other] = record.changes;
        const before = await record.tag();
        const first = await change(record, one, before);
        const now = await record.tag();
        expect([record.of, first.status, now === before]).toEqual([record.of, record.done, false]);
        expect(first.headers.get("ETag") ?? `"${now}"`).toBe(`"${now}"`);
        const late = await change(record, other, before);
        expect([record.of, late.status, late.json.code, late.json.current]).toEqual([
          ...[record.of, 412, "revision_stale"],
          { etag: now },
        ]);
        expect([record.of, await record.tag()]).toEqual([record.of, now]);
      }
    });

    test("applies one of two simultaneous changes from the same state", async () => {
      for (const record of records) {
        const before = await record.tag();
        const [, one, other] = record.changes;
        const both = await Promise.all([change(record, one, before), change(record, other, before)]);
        const statuses = both.map(({ status }) => status).toSorted();
        expect([record.of, ...statuses]).toEqual([record.of, record.done, 412]);
      }
    });

    test("applies a change without If-Match in any state", async () => {
      for (const record of records) {
        for (const body of record.changes) {
          expect([record.of, (await change(record, body)).status]).toEqual([record.of, record.done]);
        }
      }
    });

    test("doesn't recreate a deleted group", async () => {
      const headers = { "If-Match": '"0123456789abcdef"' };
      const { status, json } = await owner.call("PUT", at("groups/nobody"), { attributes: { plan: "pro" } }, headers);
      expect([status, json.code]).toEqual([404, "group_not_found"]);
      expect((await owner.call("GET", at("groups/nobody"))).status).toBe(404);
    });
  });
}

const at = (path: string): string => `/api/${path}?app_id=${APP.id}`;

async function furnished(owner: TestBrowser, page: TestBrowser): Promise<readonly Changed[]> {
  const invite = (await owner.call("POST", "/api/invites", { email: "bea@x.test", role: "viewer" })).json;
  const token = new URL(invite.url).searchParams.get("token");
  const input = { token, name: "Bea", password: "a long pass phrase" };
  const { member } = (await page.call("POST", "/api/invites/accept", input)).json;
  const url = "http://127.0.0.1:9/hook";
  const webhook = (await owner.call("POST", "/api/webhooks", { app_id: APP.id, url })).json;
  await owner.call("PUT", at("people/u_1"), { attributes: { plan: "free" } });
  await owner.call("PUT", at("groups/acme"), { attributes: { plan: "free" } });

  const headerOf = (path: string) => async (): Promise<string> =>
    (await owner.call("GET", path)).headers.get("ETag")?.replaceAll('"', "") ?? "";
  const itemOf = (path: string, id: string) => async (): Promise<string> =>
    (await owner.call("GET", path)).json.items.find((each: { readonly id: string }) => each.id === id).etag;
  const attributes = [
    { attributes: { plan: "pro" } },
    { attributes: { plan: "team" } },
    { attributes: { seats: 3 } },
  ] as const;
  return [
    {
      ...{ of: "a person's attributes", method: "PATCH", path: at("people/u_1"), tag: headerOf(at("people/u_1")) },
      ...{ changes: attributes, done: 200 },
    },
    {
      ...{ of: "a person's language", method: "PATCH", path: at("people/u_1"), tag: headerOf(at("people/u_1")) },
      ...{ changes: [{ locale: "de" }, { locale: "ar" }, { time_zone: "Asia/Amman" }], done: 200 },
    },
    {
      ...{ of: "a group", method: "PUT", path: at("groups/acme"), tag: headerOf(at("groups/acme")) },
      ...{ changes: attributes, done: 200 },
    },
    {
      ...{ of: "a webhook", method: "PATCH", path: at(`webhooks/${webhook.id}`) },
      ...{ tag: itemOf(at("webhooks"), webhook.id), done: 200 },
      changes: [{ enabled: false }, { events: ["cache_miss"] }, { url: `${url}?other` }],
    },
    {
      ...{ of: "a member's role", method: "PATCH", path: `/api/members/${member.id}` },
      ...{ tag: itemOf("/api/members", member.id), done: 204 },
      changes: [{ role: "editor" }, { role: "admin" }, { role: "viewer" }],
    },
  ];
}
