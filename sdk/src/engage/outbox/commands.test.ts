import { describe, expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import type { Run, Suppression } from "@fanfare/contract/schema/client/v1";
import { memoryStorage } from "../../../test/support/fixtures.ts";
import type { ApiResult, Net, Payload } from "../../net/net.ts";
import type { Command } from "./command.ts";
import { type CommandDeps, deliverCommand } from "./commands.ts";

function setUp(answers: ApiResult<unknown>[], is_accepted = true) {
  const called: string[] = [];
  const conflicts: Run[] = [];
  const reports: string[] = [];
  let lists = 0;
  const net: Net = {
    async call<Body>(method: string, path: string, { json, query }: Payload) {
      called.push(`${method} ${path} ${JSON.stringify(json ?? query)}`);
      // Responses match the type that the test's call expects.
      return (answers.shift() ?? { kind: "ok", body: {}, etag: undefined }) as ApiResult<Body>;
    },
  };
  const deps: CommandDeps = {
    net,
    identity: { claims: () => ({ external_id: "u_42" }), epoch: () => 0 },
    isAccepted: () => is_accepted,
    origin: () => ({}),
    onConflict: (run) => conflicts.push(run),
    onChange: () => lists++,
    report: (what) => reports.push(what),
  };
  const deliver = (message: Command, leaving = false) => deliverCommand(deps, message, leaving);
  return { deps, deliver, called, conflicts, reports, lists: () => lists };
}

const refused = (status: number, code: string, current?: object): ApiResult<never> => {
  return { kind: "refused", status, code, detail: "Why.", current };
};
const RUN: Run = { run_id: "run_1", content_id: "c", version_id: "v", seq: 3, step_id: "two", state: "active" };
const STEP: Command = { kind: "progress", move: { action: "step", run_id: "run_1", seq: 2, step_id: "two" } };
const END: Command = { kind: "progress", move: { action: "end", run_id: "run_1", seq: 2, reason: "escape" } };
const SUPPRESSION: Suppression = {
  ...{ id: "sup_1", scope: "tag", target: "news", reason: "snoozed" },
  ...{ created_at: "2026-01-01T00:00:00.000Z", expires_at: "2027-01-01T00:00:00.000Z" },
};

describe("sending an outbox message", () => {
  test("names the page's socket, so that the page can ignore the signal of its own change", async () => {
    const queries: unknown[] = [];
    const net: Net = {
      async call<Body>(_: string, __: string, { query }: Payload) {
        queries.push(query);
        // Responses match the type that the test's call expects.
        return { kind: "ok", body: {}, etag: undefined } as ApiResult<Body>;
      },
    };
    const deps = {
      net,
      identity: { claims: () => ({}), epoch: () => 0 },
      isAccepted: () => true,
      origin: () => ({ socket_id: "1.1" }),
      report() {},
      onConflict() {},
      onChange() {},
    };
    const subject = { scope: "tag", target: "news" } as const;
    await deliverCommand(deps, STEP, false);
    await deliverCommand(deps, { kind: "suppress", subject, choice: { days: 1, reason: "snoozed" } }, false);
    expect(queries).toEqual([{ socket_id: "1.1" }, { socket_id: "1.1" }]);
  });

  test("notes when the person hid something, for pages with a response from before it", async () => {
    const storage = memoryStorage();
    const { deps } = setUp([]);
    const noting = { ...deps, storage, named: "fanfare:key", clock: manualClock(1_000) };
    await deliverCommand(noting, STEP, false);
    expect(storage.held.size).toBe(0);
    const subject = { scope: "tag", target: "news" } as const;
    await deliverCommand(noting, { kind: "suppress", subject, choice: { days: 1, reason: "snoozed" } }, false);
    expect([...storage.held]).toEqual([["fanfare:key:chose", "1000"]]);
  });

  test("leaves lifting a suppression to the next page, because it takes two requests", async () => {
    const { deliver, called } = setUp([]);
    const lift: Command = { kind: "unsuppress", subject: { scope: "tag", target: "news" } };
    expect(await deliver(lift, true)).toEqual({ kind: "held" });
    expect(called).toEqual([]);
  });

  test("includes the external ID if there's no token", async () => {
    const { deliver, called } = setUp([]);
    expect(await deliver(STEP)).toEqual({ kind: "settled" });
    expect(called).toEqual([
      'POST /v1/progress {"external_id":"u_42","action":"step","run_id":"run_1","seq":2,"step_id":"two"}',
    ]);
  });

  test.each([
    ["the step was taken", STEP, RUN],
    ["the run was ended so", END, { ...RUN, state: "dismissed" } as const],
  ])("settles a message whose first response was lost: %s", async (_, message, current) => {
    const { deliver, conflicts } = setUp([refused(409, "run_conflict", current)]);
    expect(await deliver(message)).toEqual({ kind: "settled" });
    expect(conflicts).toEqual([]);
  });

  test.each([
    ["another step", STEP, { ...RUN, step_id: "three" }],
    ["further on", STEP, { ...RUN, seq: 9 }],
    ["another run", STEP, { ...RUN, run_id: "run_2" }],
    ["another end", END, { ...RUN, state: "completed" } as const],
  ])("reports a conflict with the run's current position: %s", async (_, message, current) => {
    const { deliver, conflicts } = setUp([refused(409, "run_conflict", current)]);
    expect(await deliver(message)).toEqual({ kind: "settled" });
    expect(conflicts).toEqual([current]);
  });

  test.each(["identity_required", "identity_expired"])(
    "retries what was refused because of the token, which the page may replace: 401 %s",
    async (code) => {
      const { deliver, reports } = setUp([refused(401, code)]);
      expect(await deliver(STEP)).toEqual({ kind: "failed", retry_after_ms: 0 });
      expect(reports).toEqual([]);
    },
  );

  test.each([
    [403, "origin_refused"],
    [404, "app_not_found"],
  ])("holds a message refused because of its caller: %d %s", async (status, code) => {
    const { deliver } = setUp([refused(status, code)]);
    expect(await deliver(STEP)).toEqual({ kind: "held" });
  });

  test.each([
    [400, "body_invalid"],
    [404, "run_not_found"],
    [409, "suppressions_full"],
  ])("drops and reports a permanently refused message: %d %s", async (status, code) => {
    const { deliver, reports } = setUp([refused(status, code)]);
    expect(await deliver(STEP)).toEqual({ kind: "settled" });
    expect(reports).toEqual(["progress refused"]);
  });

  test("reloads decisions only if the response has due content", async () => {
    const { deliver, lists } = setUp([
      { kind: "ok", body: { run: RUN }, etag: undefined },
      { kind: "ok", body: { run: RUN, due: true }, etag: undefined },
    ]);
    await deliver(STEP);
    expect(lists()).toBe(0);
    await deliver(END);
    expect(lists()).toBe(1);
  });

  test("looks up the ID of a suppression to lift", async () => {
    const { deliver, called, lists } = setUp([
      { kind: "ok", body: { suppressions: [SUPPRESSION] }, etag: undefined },
      { kind: "ok", body: { suppressions: [] }, etag: undefined },
    ]);
    await deliver({ kind: "unsuppress", subject: { scope: "tag", target: "news" } });
    expect(called).toEqual([
      'GET /v1/suppressions {"external_id":"u_42"}',
      'DELETE /v1/suppressions/sup_1 {"external_id":"u_42"}',
    ]);
    expect(lists()).toBe(1);
  });

  test("lifts a suppression only once the server has accepted the person, who may bring it along", async () => {
    const { deliver, called } = setUp([], false);
    const lift: Command = { kind: "unsuppress", subject: { scope: "tag", target: "news" } };
    expect(await deliver(lift)).toEqual({ kind: "failed", retry_after_ms: 0 });
    expect(called).toEqual([]);
  });

  test("holds what is refused before the server has accepted the person", async () => {
    const { deliver, reports } = setUp([refused(422, "input_invalid")], false);
    expect(await deliver(STEP)).toEqual({ kind: "held" });
    expect(reports).toEqual([]);
  });

  test("settles lifting a suppression that doesn't exist", async () => {
    const { deliver, called } = setUp([{ kind: "ok", body: { suppressions: [SUPPRESSION] }, etag: undefined }]);
    expect(await deliver({ kind: "unsuppress", subject: { scope: "all", target: "" } })).toEqual({ kind: "settled" });
    expect(called).toHaveLength(1);
  });

  test("retries a message without a response", async () => {
    const { deliver } = setUp([{ kind: "failed", retry_after_ms: 3_000 }]);
    expect(await deliver(STEP)).toEqual({ kind: "failed", retry_after_ms: 3_000 });
  });
});
