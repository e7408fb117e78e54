import { expect, test } from "bun:test";
import { APP, startTemporaryServer } from "../../test/support/temporary-server.ts";
import { run } from "../cli.ts";
import { silentLog } from "../lib/log.ts";
import { createControlClient } from "./control-client.ts";

test("sends a message through the running server, audited and validated", async () => {
  await using server = await startTemporaryServer();
  const printed: string[] = [];
  const errors: string[] = [];
  const push = (...args: string[]) =>
    run(["push", ...args], {
      environment: { FANFARE_DATA_DIR: server.config.data_dir },
      directory: server.config.data_dir,
      print: (text) => printed.push(text),
      printError: (text) => errors.push(text),
      ask: undefined,
    });
  expect(await push("--to", "u_42,u_43", "--text", "Shipped!", "--tone", "success", "--ack", "--json")).toBe(0);
  const { id, position } = JSON.parse(printed[0] ?? "");
  expect(position).toBe(1);
  const owner = await server.ownerBrowser();
  const { json } = await owner.call("GET", `/api/live-updates/${id}?app_id=${APP.id}`);
  expect(json).toMatchObject({
    audience: { kind: "people", external_ids: ["u_42", "u_43"] },
    body: { kind: "toast", text: "Shipped!", tone: "success" },
    require_ack: true,
    counts: { people: 2, sent: 0 },
  });
  const audit = await server.fanfare.store.db
    .selectFrom("audit_entries")
    .select(["member_id", "detail"])
    .where("action", "=", "live_update.send")
    .execute();
  expect(audit).toEqual([{ member_id: null, detail: '{"audience":"people","people":2,"kind":"toast"}' }]);

  printed.length = 0;
  expect(await push("--everyone", "--celebrate", "fireworks", "--text", "A million!", "--json")).toBe(0);
  const celebration = await owner.call("GET", `/api/live-updates/${JSON.parse(printed[0] ?? "").id}?app_id=${APP.id}`);
  expect(celebration.json.body).toEqual({ kind: "celebration", preset: "fireworks", text: "A million!" });
  expect([celebration.json.audience.kind, celebration.json.devices]).toEqual(["everyone", "one"]);
  expect(await push("--to", "u_42", "--celebrate", "bang")).not.toBe(0);
  expect(errors.at(-1)).toContain("burst");

  expect(await push("--resend", id, "--json")).toBe(0);
  const resent = await owner.call("GET", `/api/live-updates/${JSON.parse(printed.at(-1) ?? "").id}?app_id=${APP.id}`);
  expect([resent.json.resend_of, resent.json.body.text]).toEqual([id, "Shipped!"]);

  expect(await push("--text", "To whom?")).toBe(2);
  expect(await push("--everyone", "--to", "u_42", "--text", "Both?")).toBe(2);
  expect(errors.join("\n")).toContain("Use exactly one of --to");
  expect(await push("--everyone")).toBe(2);
  expect(errors.at(-1)).toStartWith("Add --text, --celebrate, or --body.");
  for (const [option, ...args] of [
    ["--ttl", "--ttl", "soon"],
    ["--at", "--at", "tomorrow"],
    ["--quiet", "--quiet", "22-8"],
    ["--quiet", "--quiet", "22:00"],
    ["--time-zone", "--quiet", "22:00-08:00", "--time-zone", "Mars"],
    ["--tone", "--tone", "pink"],
    ["--kind", "--kind", "balloon"],
    ["--celebrate", "--celebrate", "bang"],
    ["--body, badge", "--body", '{"kind":"badge"}'],
  ]) {
    expect(await push("--everyone", "--text", "x", ...args)).toBe(2);
    expect(errors.at(-1)).toStartWith(`${option}: `);
  }
});

test("stores a message in the database when no server runs", async () => {
  const server = await startTemporaryServer();
  const { config } = server;
  await server.stop();
  const input = { audience: { kind: "everyone" }, body: { kind: "toast", text: "Back soon" } };
  expect(await createControlClient(config, silentLog)("live_update.send", { input })).toMatchObject({
    position: 1,
  });
  await server[Symbol.asyncDispose]();
});
