import { beforeAll, expect, test } from "bun:test";
import type { Facet } from "@fanfare/contract/schema/responses/people/facets";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, sampleTour } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer();
beforeAll(async () => {
  const made = async (slug: string, tags: readonly string[], live: boolean, schedule?: object) => {
    const draft = { ...sampleTour("Hello"), tags, schedule };
    const { json } = await owner.call("POST", "/api/contents", { app_id: APP.id, slug, name: `Facet ${slug}`, draft });
    const at = { "If-Match": `"${json.revision}"` };
    if (live) await owner.call("POST", `/api/contents/${json.id}/publish`, { app_id: APP.id }, at);
    return json.id;
  };
  await made("one", ["blue", "red"], true);
  await made("two", ["blue"], false);
  // The server's clock is set to November 2026.
  await made("four", ["late"], true, { starts_at: "2031-01-01T09:00", zone: "utc" });
  await made("five", ["late"], true, { starts_at: "2031-01-01T09:00", zone: "person" });
  const away = await made("three", ["green"], false);
  await owner.call("POST", `/api/contents/${away}/archive`, { app_id: APP.id });
  for (const id of ["fac_1", "fac_2"]) {
    await owner.call("PUT", `/api/people/${id}?app_id=${APP.id}`, { attributes: { name: `Facet ${id}`, plan: id } });
  }
});

async function counts(path: string): Promise<Readonly<Record<string, number>>> {
  const { status, json } = await owner.call("GET", `/api/facets/${path}`);
  // Cast: the route returns the contract's Facet.
  const facet = json as unknown as Facet;
  expect([path, status, facet.exact]).toEqual([path, 200, true]);
  return Object.fromEntries(facet.items.map(({ value, count }) => [value, count]));
}

test("counts each filter choice under the other filters, ignoring its own", async () => {
  const of = (more: string) => counts(`contents?app_id=${APP.id}&${more}`);
  expect(await of("by=type&type=survey")).toEqual({ tour: 4 });
  expect(await of("by=status&status=live")).toEqual({ live: 1, scheduled: 2, draft: 1, archived: 1, incomplete: 0 });
  expect(await of("by=tag")).toEqual({ blue: 2, late: 2, red: 1 });
  expect(await of("by=tag&status=scheduled")).toEqual({ late: 2 });
  expect(await of("by=tag&status=live")).toEqual({ blue: 1, red: 1 });
  expect(await of("by=tag&tag=red&status=draft")).toEqual({ blue: 1 });
  expect(await of("by=type&status=archived")).toEqual({ tour: 1 });
  expect(await of("by=status&q=two")).toEqual({ draft: 1, incomplete: 0 });
});

test("counts people by identity within the search and segment", async () => {
  const rule = { kind: "attribute", of: "person", name: "plan", test: { type: "text", op: "is", value: "fac_1" } };
  const segment = (await owner.call("POST", "/api/segments", { name: "Counted", rule })).json;
  expect(await counts(`people?app_id=${APP.id}`)).toEqual({ unverified: 2 });
  expect(await counts(`people?app_id=${APP.id}&q=facet%20fac_2`)).toEqual({ unverified: 1 });
  expect(await counts(`people?app_id=${APP.id}&segment_id=${segment.id}`)).toEqual({ unverified: 1 });
});

test("counts audit log entries by action, member, and object", async () => {
  const { member } = (await owner.call("GET", "/api/me")).json;
  const actions = await counts(`audit?by=action&action=content.create&member_id=${member.id}`);
  expect([actions["content.create"], actions["content.publish"], actions["content.archive"]]).toEqual([5, 3, 1]);
  expect(await counts("audit?by=resource_type&action=content.archive")).toEqual({ content: 1 });
  expect((await counts("audit?by=member_id&action=content.create"))[member.id]).toBe(5);
});

test("finds incomplete drafts and reports their number of issues", async () => {
  const whole = sampleTour("Hello");
  const [step] = whole.body.type === "tour" ? whole.body.steps : [];
  const half = { ...whole, body: { ...whole.body, steps: [{ ...step, title: "" }] } };
  const made = (await owner.call("POST", "/api/contents", { app_id: APP.id, slug: "half", name: "Half", draft: whole }))
    .json;
  const listed = async () => (await owner.call("GET", `/api/contents?app_id=${APP.id}&status=incomplete`)).json.items;
  expect([made.draft_issues, await listed()]).toEqual([0, []]);
  const save = async (revision: number, draft: object) => {
    const more = { "If-Match": `"${revision}"`, Prefer: "handling=lenient" };
    return (await owner.call("PATCH", `/api/contents/${made.id}?app_id=${APP.id}`, { draft }, more)).json;
  };
  const saved = await save(made.revision, half);
  expect(saved.draft_issues).toBe(1);
  expect((await listed()).map(({ slug }: { slug: string }) => slug)).toEqual(["half"]);
  expect((await counts(`contents?app_id=${APP.id}&by=status&q=half`))["incomplete"]).toBe(1);
  expect((await save(saved.revision, whole)).draft_issues).toBe(0);
  expect(await listed()).toEqual([]);
});
