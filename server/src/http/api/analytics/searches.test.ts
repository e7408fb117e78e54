import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { HOUR_MS } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer();

const body = {
  ...{ type: "resource_center", title: "Help" },
  resources: [{ id: "docs", title: "Docs", action: { kind: "link", href: "/docs" } }],
};

async function center(slug: string): Promise<string> {
  const content = { app_id: APP.id, slug, name: slug, draft: { body } };
  const { status, json } = await owner.call("POST", "/api/contents", content);
  expect(status).toBe(201);
  return json.id;
}

test("reports searches of one resource center in a period, as JSON and CSV", async () => {
  const id = await center("help");
  const other = await center("other");
  const search = async (external_id: string, content_id: string, query: string, results: number) => {
    const props = { content_id, query, results };
    const at = new Date().toISOString();
    const events = [{ id: uuidv7(systemClock, systemRng), name: "resource_center_searched", at, props }];
    const { status } = await owner.call("POST", `/v1/events?app=${APP.key}`, { external_id, events });
    expect(status).toBe(200);
  };
  await search("ada", id, "Export", 3);
  await search("ben", id, "export", 3);
  await search("ben", id, "refund", 0);
  await search("ben", other, "elsewhere", 0);
  const period = (from_hours: number, to_hours: number) =>
    new URLSearchParams({
      app_id: APP.id,
      from: new Date(Date.now() + from_hours * HOUR_MS).toISOString(),
      to: new Date(Date.now() + to_hours * HOUR_MS).toISOString(),
    }).toString();
  const path = `/api/contents/${id}/searches`;
  const { json } = await owner.call("GET", `${path}?${period(-1, 1)}`);
  const texts = {
    export: { query: "export", searches: 2, people: 2, without_results: 0 },
    refund: { query: "refund", searches: 1, people: 1, without_results: 1 },
  };
  expect(json).toEqual({
    ...{ searches: 3, people: 2, without_results: 1, truncated: false },
    ...{ most_frequent: [texts.export, texts.refund], found_nothing: [texts.refund] },
  });
  const before = await owner.call("GET", `${path}?${period(-2, -1)}`);
  expect(before.json).toMatchObject({ searches: 0, most_frequent: [] });
  const file = await owner.call("GET", `${path}?${period(-1, 1)}&format=csv`);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="help-searches.csv"');
  expect(file.text).toBe("query,searches,people,without_results\r\nexport,2,2,0\r\nrefund,1,1,1\r\n");
  const missing = await owner.call("GET", `/api/contents/cnt_missing/searches?${period(-1, 1)}`);
  expect(missing.json.code).toBe("content_not_found");
});
