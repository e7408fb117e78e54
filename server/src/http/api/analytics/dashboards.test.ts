import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";

const { owner } = await sharedServer();

const make = (body: object) => owner.call("POST", `/api/dashboards?app_id=${APP.id}`, body);
const change = (id: string, revision: number, body: object) =>
  owner.call("PATCH", `/api/dashboards/${id}?app_id=${APP.id}`, body, { "If-Match": `"${revision}"` });
const cohorts = (id: string) => ({ id, kind: "cohorts", title: `Cohorts ${id}` });
const step = (name: string) => ({ kind: "event", name });

test("saves charts in order, renames, and deletes a dashboard", async () => {
  const funnel = { id: "b", kind: "funnel", title: "To order", within_days: 7, steps: [step("visit"), step("order")] };
  const { status, json } = await make({ name: "Growth", charts: [cohorts("a"), funnel] });
  expect([status, json.charts]).toEqual([201, [cohorts("a"), funnel]]);

  const ordered = await change(json.id, 1, { charts: [funnel, cohorts("a")] });
  expect([ordered.json.revision, ordered.json.charts]).toEqual([2, [funnel, cohorts("a")]]);
  const named = await change(json.id, 2, { name: "Activation" });
  expect([named.json.name, named.json.charts]).toEqual(["Activation", [funnel, cohorts("a")]]);
  expect((await change(json.id, 2, { name: "Late" })).json.code).toBe("revision_stale");

  const path = `/api/dashboards/${json.id}?app_id=${APP.id}`;
  expect((await owner.call("DELETE", path)).status).toBe(204);
  expect((await owner.call("DELETE", path)).json.code).toBe("dashboard_not_found");
  expect((await owner.call("GET", `/api/dashboards?app_id=${APP.id}`)).json.items).toEqual([]);
});

test("refuses names in use, too many charts or dashboards, and charts that share an ID", async () => {
  const { json } = await make({ name: "One" });
  expect((await make({ name: "One" })).json.code).toBe("name_taken");
  const many = Array.from({ length: limits.dashboard_charts_max + 1 }, (_, number) => cohorts(String(number)));
  expect((await change(json.id, 1, { charts: many })).json.code).toBe("body_invalid");
  expect((await change(json.id, 1, { charts: [cohorts("a"), cohorts("a")] })).json.code).toBe("body_invalid");
  for (let number = 1; number < limits.dashboards_per_app_max; number++) await make({ name: `Board ${number}` });
  expect((await make({ name: "One more" })).json.code).toBe("dashboards_full");
});
