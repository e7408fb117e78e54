import { expect, test } from "bun:test";
import type { ContentId, PersonId, RunId, VersionId } from "@fanfare/contract/lib/ids";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { server, owner } = await sharedServer();

async function celebration(slug: string): Promise<string> {
  const edition = {
    body: { type: "celebration", preset: "school", message: "Ten orders!", colors: ["#123456"] },
    trigger: { kind: "event", event: "order", count: { on: "every", n: 10 } },
    frequency: { mode: "always" },
  };
  const content = { app_id: APP.id, slug, name: slug, draft: edition };
  const { status, json } = await owner.call("POST", "/api/contents", content);
  expect(status).toBe(201);
  const tag = { "If-Match": `"${json.revision}"` };
  const published = await owner.call("POST", `/api/contents/${json.id}/publish`, { app_id: APP.id }, tag);
  expect(published.status).toBe(200);
  return json.id;
}

test("lists a celebration with its preset, rule, plays, and runs", async () => {
  const id = await celebration("tenth-order");
  const person = { external_id: "u_7", attributes: { name: "Ada" } };
  await owner.call("POST", `/v1/identify?app=${APP.key}`, person);
  const { db, write } = server.fanfare.store;
  const { id: version_id } = await db
    .selectFrom("versions")
    .select("id")
    .where("content_id", "=", id as ContentId)
    .executeTakeFirstOrThrow();
  const { id: person_id } = await db
    .selectFrom("people")
    .select("id")
    .where("external_id", "=", "u_7")
    .executeTakeFirstOrThrow();
  const run = (number: number) => ({
    ...{ id: `run_019aa5a0-0000-7000-8000-00000000000${number}` as RunId, app_id: APP.id as never },
    ...{ person_id: person_id as PersonId, content_id: id as ContentId, version_id: version_id as VersionId },
    ...{ state: "completed" as const, step_id: "celebration", seq: 2, start_reason: "event" as const },
    // Two start in the same millisecond.
    ...{
      end_reason: "completed" as const,
      started_at: 1_000 * Math.min(number, 4),
      ended_at: 9_000,
      done: "[]",
      variant: "",
      reset_at: null,
    },
  });
  const rows = [1, 2, 3, 4, 5].map(run);
  await write([{ query: db.insertInto("runs").values(rows).compile(), expect: 5 }]);
  const events = ["celebration_played", "celebration_played", "celebration_skipped"].map((name) => ({
    ...{ name, props: { content_id: id, preset: "school", reason: "played" } },
  }));
  await owner.call("POST", "/api/track", { app_id: APP.id, external_id: "u_7", events });

  const { json } = await owner.call("GET", `/api/celebrations?app_id=${APP.id}`);
  expect(json.total).toBe(1);
  expect(json.items[0]).toMatchObject({
    ...{ slug: "tenth-order", status: "live", preset: "school", message: "Ten orders!", colors: ["#123456"] },
    ...{ intensity: 1, trigger: { kind: "event", event: "order", count: { on: "every", n: 10 } } },
    ...{ played: 2, skipped: 1 },
  });

  const page = (more: string) => owner.call("GET", `/api/contents/${id}/runs?app_id=${APP.id}&limit=2${more}`);
  const first = await page("");
  expect(first.json.items[0]).toMatchObject({
    ...{ state: "completed", start_reason: "event", version: 1, ended_at: "1970-01-01T00:00:09.000Z" },
    person: { external_id: "u_7", anonymous: false, name: "Ada" },
  });
  const seen: string[] = [];
  let next: string | null = "";
  while (next !== null) {
    const { json: part }: { json: { items: { id: string }[]; next: string | null } } = await page(
      next === "" ? "" : `&after=${next}`,
    );
    seen.push(...part.items.map((each) => each.id));
    next = part.next;
  }
  expect(seen).toEqual(rows.map((each): string => each.id).toReversed());
  const wrong = await page("&after=run_1");
  expect([wrong.status, wrong.json.code]).toEqual([400, "query_invalid"]);
});
