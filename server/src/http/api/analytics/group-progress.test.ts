import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { uuidv7 } from "@fanfare/contract/lib/ids";
import { systemRng } from "@fanfare/contract/lib/rng";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP, identityToken } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer();

const task = (id: string) => ({ id, title: id, done_when: { kind: "event", event: `did_${id}` } });
const body = { type: "checklist", title: "Set up", tasks: [task("invite"), task("order")], group_progress: {} };

/** A verified person. The backend added them to a group. */
async function member(external_id: string, group: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await identityToken(external_id)}` };
  await owner.call("POST", `/v1/identify?app=${APP.key}`, { external_id }, headers);
  await owner.call("PUT", `/api/groups/${group}?app_id=${APP.id}`, { attributes: { name: `The ${group} company` } });
  const added = await owner.call("PUT", `/api/people/${external_id}/groups/${group}?app_id=${APP.id}`, {});
  expect(added.status).toBe(200);
}

test("lists the groups of a shared checklist with their tasks, page by page", async () => {
  const created = await owner.call("POST", "/api/contents", {
    app_id: APP.id,
    slug: "setup",
    name: "Setup",
    draft: { body },
  });
  const { id } = created.json;
  const published = await owner.call("POST", `/api/contents/${id}/publish`, { app_id: APP.id }, { "If-Match": '"1"' });
  expect(published.status).toBe(200);
  for (const [external_id, group] of [
    ["ann", "acme"],
    ["ben", "acme"],
    ["cem", "globex"],
  ] as const) {
    await member(external_id, group);
  }
  const track = (external_id: string, name: string) =>
    owner.call("POST", "/api/track", {
      ...{ app_id: APP.id, external_id },
      events: [{ id: uuidv7(systemClock, systemRng), name, at: new Date().toISOString() }],
    });
  await track("ann", "did_invite");
  await track("cem", "did_order");
  await track("ben", "did_order");
  const list = (more = "") => owner.call("GET", `/api/contents/${id}/group-progress?app_id=${APP.id}${more}`);
  const all = await list();
  expect(all.json.items).toMatchObject([
    { external_id: "acme", name: "The acme company", done: ["invite", "order"], finished: true },
    { external_id: "globex", done: ["order"], finished: false },
  ]);
  const first = await list("&limit=1");
  expect(first.json.items).toHaveLength(1);
  const second = await list(`&limit=1&after=${first.json.next}`);
  expect(second.json).toMatchObject({ items: [{ external_id: "globex" }], next: null });
  const checklists = await owner.call("GET", `/api/groups/acme/checklists?app_id=${APP.id}`);
  expect(checklists.json.items).toMatchObject([
    { content_id: id, name: "Setup", done: ["invite", "order"], tasks: ["invite", "order"], finished: true },
  ]);
  const unfinished = await owner.call("GET", `/api/groups/globex/checklists?app_id=${APP.id}`);
  expect(unfinished.json.items).toMatchObject([{ done: ["order"], tasks: ["invite", "order"], finished: false }]);
  const exported = await owner.call("GET", `/api/people/ann/export?app_id=${APP.id}`);
  expect(exported.json.group_tasks).toMatchObject([{ group: "acme", content_id: id, task_id: "invite" }]);
});
