import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { APP, startTemporaryServer, type TemporaryServer } from "../../test/support/temporary-server.ts";
import { run } from "../cli.ts";
import { silentLog } from "../lib/log.ts";
import { createControlClient } from "./control-client.ts";

async function imported(server: TemporaryServer, ...args: string[]) {
  const printed: string[] = [];
  const io = { environment: { FANFARE_DATA_DIR: server.config.data_dir }, directory: server.config.data_dir };
  const code = await run(["import", ...args], {
    ...io,
    print: (text) => printed.push(text),
    printError: (text) => printed.push(text),
    ask: undefined,
  });
  return { code, printed };
}

test("checks a file without storing, and imports with or without a server", async () => {
  await using server = await startTemporaryServer();
  writeFileSync(join(server.config.data_dir, "people.csv"), "Number,plan,seats\nc_1,pro,3\nc_2,free,many\n");
  const file = ["--file", "people.csv", "--id", "Number", "--column", "seats=number"];
  expect(await imported(server, ...file, "--check")).toEqual({
    code: 0,
    printed: ["line 3: seats: “many” isn't a number.", "2 rows checked, 1 invalid. Nothing was stored."],
  });
  const { code, printed } = await imported(server, ...file, "--json");
  expect([code, JSON.parse(printed[0] ?? "").import]).toMatchObject([
    0,
    { state: "done", rows: 2, rows_done: 2, made: 1, changed: 0, refused: 1 },
  ]);
  const owner = await server.ownerBrowser();
  const person = await owner.call("GET", `/api/people/c_1?app_id=${APP.id}`);
  expect(person.json.attributes).toEqual({ plan: "pro", seats: 3 });
  await server.stop();
  const alone = await imported(server, "--file", "people.csv", "--id", "Number", "--column", "seats=none");
  expect(alone.printed).toEqual(["2 rows: 1 created, 0 updated, 0 rejected."]);
});

test("rejects a missing file or column and leaves no waiting file", async () => {
  await using server = await startTemporaryServer();
  writeFileSync(join(server.config.data_dir, "plans.csv"), "plan\npro\n");
  expect((await imported(server, "--file", "none.csv")).printed[0]).toContain("File not found");
  expect((await imported(server, "--file", "plans.csv")).printed[0]).toContain("Select the column");
  expect((await imported(server, "--file", "plans.csv", "--id", "user")).printed[0]).toContain(
    "The file has no column user",
  );
  expect((await imported(server)).code).toBe(2);
  const client = createControlClient(server.config, silentLog);
  await expect(client("people_import.show", { id: "imp_0" })).rejects.toMatchObject({ code: "import_not_found" });
  const rows = await server.fanfare.store.db.selectFrom("people_imports").select("state").execute();
  expect(rows.map(({ state }) => state)).toEqual(["cancelled", "cancelled"]);
});
