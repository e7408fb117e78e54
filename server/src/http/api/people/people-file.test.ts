import { expect, test } from "bun:test";
import { systemClock } from "@fanfare/contract/lib/clock";
import { DAY_MS, HOUR_MS, limits } from "@fanfare/contract/limits";
import { sharedServer } from "../../../../test/support/shared-server.ts";
import { APP } from "../../../../test/support/temporary-server.ts";
import { createRetention } from "../../../analytics/retention.ts";
import { silentLog } from "../../../lib/log.ts";

const { server, owner } = await sharedServer();

const at = (id: string, more = ""): string => `/api/people-imports/${id}${more}?app_id=${APP.id}`;
const person = async (id: string) => (await owner.call("GET", `/api/people/${id}?app_id=${APP.id}`)).json;
const importer = () => server.fanfare.operator.importer;

/** Uploads a file in parts of this many characters and returns the last response. */
async function uploaded(text: string, part_chars = 50) {
  const made = await owner.call("POST", "/api/people-imports", { app_id: APP.id, file_name: "people.csv" });
  expect([made.status, made.json.state]).toEqual([201, "uploading"]);
  const { id } = made.json;
  let answer = made;
  for (let number = 0; number * part_chars < text.length || number === 0; number++) {
    const part = text.slice(number * part_chars, (number + 1) * part_chars);
    const last = (number + 1) * part_chars >= text.length;
    answer = await owner.call("PUT", at(id, `/parts/${number}`), { text: part, last });
  }
  return { id, answer };
}

const FILE = 'id,name,seats\nf_1,"Ada ""the first""",3\nf_2,Bob,many\n,Nobody,1\nf_4,Hedy,4,more\nf_5,Grace,5\n';

test("imports a file in parts, guesses columns, and reports bad rows by line", async () => {
  const { id, answer } = await uploaded(FILE);
  expect([answer.status, answer.json.state, answer.json.rows]).toEqual([200, "ready", 5]);
  expect(answer.json.columns.map(({ use }: { use: string }) => use)).toEqual(["id", "text", "text"]);
  expect(answer.json.sample[0]).toEqual(["f_1", 'Ada "the first"', "3"]);
  const columns = [{ use: "id" }, { use: "text", attribute: "name" }, { use: "number", attribute: "seats" }];
  const check = await owner.call("POST", at(id, "/check"), { columns });
  expect(check.json.problems).toMatchObject([
    { line: 3, message: "seats: “many” isn't a number." },
    { line: 4, message: "This row has no ID. Add one." },
    { line: 5, message: expect.stringContaining("has 4 fields, but the header has 3") },
  ]);
  expect([check.json.rows, check.json.next]).toEqual([5, null]);
  // Five rows may be imported before the response is made.
  expect((await owner.call("POST", at(id, "/start"), { columns })).json.state).toMatch(/^(?:running|done)$/);
  await importer().idle();
  const { json } = await owner.call("GET", at(id));
  expect(json).toMatchObject({ state: "done", rows_done: 5, made: 2, changed: 0, refused: 3, sample: [] });
  expect((await person("f_1")).attributes).toEqual({ name: 'Ada "the first"', seats: 3 });
  const { text } = await owner.call("GET", at(id, "/refused"));
  expect(text.split("\r\n").slice(0, 3)).toEqual([
    "line,why,id,name,seats",
    "3,seats: “many” isn't a number.,f_2,Bob,many",
    "4,This row has no ID. Add one.,,Nobody,1",
  ]);
  const rest = await server.fanfare.store.db.selectFrom("people_import_rows").selectAll().execute();
  expect(rest).toEqual([]);
});

test("ignores a repeated part and rejects one out of order", async () => {
  const made = await owner.call("POST", "/api/people-imports", { app_id: APP.id });
  const part = (number: number, text: string, last = false) =>
    owner.call("PUT", at(made.json.id, `/parts/${number}`), { text, last });
  expect((await part(0, "id,plan\ng_1,pro\n")).json.rows).toBe(1);
  expect((await part(0, "id,plan\ng_1,pro\n")).json.rows).toBe(1);
  expect((await part(2, "g_3,pro\n")).json.code).toBe("import_refused");
  expect((await part(1, "g_2,pro\n", true)).json).toMatchObject({ rows: 2, state: "ready" });
  expect((await part(2, "g_3,pro\n")).json.code).toBe("import_refused");
  expect((await owner.call("POST", at(made.json.id, "/cancel"), {})).json.state).toBe("cancelled");
  expect((await owner.call("POST", at(made.json.id, "/cancel"), {})).json.code).toBe("import_refused");
  expect((await owner.call("POST", at(made.json.id, "/start"), {})).json.code).toBe("import_refused");
});

test("rejects a file that isn't CSV, has no ID, or has too many columns", async () => {
  const endless = await uploaded(`id,name\n1,"${"x".repeat(limits.people_import_row_chars_max + 1)}`, 70_000);
  expect(endless.answer.json.code).toBe("import_unreadable");
  expect((await owner.call("GET", at(endless.id))).json).toMatchObject({
    state: "failed",
    failure: expect.stringContaining("Line 2 is longer"),
  });
  expect((await uploaded("")).answer.json.code).toBe("import_unreadable");
  const wide = Array.from({ length: limits.people_import_columns_max + 1 }, (_, n) => `c_${n}`).join(",");
  expect((await uploaded(`${wide}\n`, 10_000)).answer.json.code).toBe("import_unreadable");
  const { id } = await uploaded("plan\npro\n");
  expect((await owner.call("POST", at(id, "/start"), {})).json.detail).toContain("Select the column");
  expect((await owner.call("POST", at(id, "/start"), { columns: [] })).json.code).toBe("body_invalid");
  await owner.call("POST", at(id, "/cancel"), {});
});

test("runs one import per app at a time, and keeps stored rows on a cancel", async () => {
  const first = await uploaded("id,plan\nh_1,pro\n");
  const second = await uploaded("id,plan\nh_x,pro\n");
  // Same state as while another server runs the import: this one doesn't touch it.
  const { db } = server.fanfare.store;
  const running = db.updateTable("people_imports").set({ state: "running" }).where("id", "=", first.id).compile();
  await server.fanfare.store.write([{ query: running, expect: 1 }]);
  expect((await owner.call("POST", at(second.id, "/start"), {})).json.code).toBe("import_running");
  expect((await owner.call("POST", at(first.id, "/cancel"), {})).json.state).toBe("cancelled");
  await importer().idle();
  const left = await db.selectFrom("people_import_rows").select("seq").where("import_id", "=", first.id).execute();
  expect(left).toEqual([]);
  expect((await owner.call("POST", at(second.id, "/start"), {})).status).toBe(200);
  await importer().idle();
  expect((await person("h_x")).attributes).toEqual({ plan: "pro" });
  const list = await owner.call("GET", `/api/people-imports?app_id=${APP.id}`);
  expect(list.json.items[0]).toMatchObject({ id: second.id, state: "done" });
});

test("limits the number of waiting files per app", async () => {
  const ids: string[] = [];
  for (let n = 0; n < limits.people_imports_waiting_max; n++) ids.push((await uploaded("id\nw\n")).id);
  const more = await owner.call("POST", "/api/people-imports", { app_id: APP.id });
  expect(more.json.code).toBe("import_running");
  for (const id of ids) await owner.call("POST", at(id, "/cancel"), {});
});

test("removes erased people from rejected rows and rejects them in later files", async () => {
  const { id } = await uploaded("id,seats\nz_gone,1\nz_gone,many\n");
  const columns = [{ use: "id" }, { use: "number", attribute: "seats" }];
  await owner.call("POST", at(id, "/start"), { columns });
  await importer().idle();
  expect((await owner.call("GET", at(id, "/refused"))).text).toContain("z_gone");
  await owner.call("DELETE", `/api/people/z_gone?app_id=${APP.id}`);
  expect((await owner.call("GET", at(id, "/refused"))).text).not.toContain("z_gone");
  const again = await uploaded("id,seats\nz_gone,1\n");
  await owner.call("POST", at(again.id, "/start"), {});
  await importer().idle();
  expect((await owner.call("GET", at(again.id))).json).toMatchObject({ made: 0, refused: 1 });
});

test("audits the start, end, and cancellation", async () => {
  const rows = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select(["action", "detail"])
    .where("action", "like", "people_import.%")
    .orderBy("at")
    .orderBy("id")
    .execute();
  expect(new Set(rows.map(({ action }) => action))).toEqual(
    new Set(["people_import.start", "people_import.end", "people_import.cancel"]),
  );
  const [end] = rows.filter(({ action }) => action === "people_import.end");
  expect(JSON.parse(end?.detail ?? "")).toEqual({ rows: 5, made: 2, changed: 0, refused: 3 });
});

test("deletes an unused file after a day and an import a week after its end", async () => {
  const { id } = await uploaded("id,plan\nq_1,pro\n");
  const { store, apps } = server.fanfare;
  const sweepAfter = (ms: number): Promise<number> => {
    const clock = { now: () => systemClock.now() + ms, after: systemClock.after };
    return createRetention({ clock, log: silentLog, store, apps }).sweep();
  };
  await sweepAfter((limits.people_import_waiting_hours - 1) * HOUR_MS);
  expect((await owner.call("GET", at(id))).json.state).toBe("ready");
  await sweepAfter((limits.people_import_waiting_hours + 1) * HOUR_MS);
  expect((await owner.call("GET", at(id))).json).toMatchObject({ state: "cancelled", sample: [] });
  const rows = store.db.selectFrom("people_import_rows").select("seq").where("import_id", "=", id);
  expect(await rows.execute()).toEqual([]);
  await sweepAfter((limits.people_import_kept_days + 2) * DAY_MS);
  expect((await owner.call("GET", at(id))).json.code).toBe("import_not_found");
});
