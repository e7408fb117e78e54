import { expect, test } from "bun:test";
import { manualClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { flushPromises } from "../../test/support/fixtures.ts";
import type { FanfareEvents } from "../api/events.ts";
import { createEmitter } from "../lib/emitter.ts";
import type { ApiResult } from "../net/net.ts";
import { createGroup } from "./group.ts";

const DOWN: ApiResult<never> = { kind: "failed", retry_after_ms: 0 };
const GROUPED: ApiResult<object> = { kind: "ok", body: { status: "grouped" }, etag: undefined };

function setUp(...answers: readonly ApiResult<object>[]) {
  const clock = manualClock();
  const emitter = createEmitter<FanfareEvents>((listener, data) => listener(data));
  const asked: unknown[] = [];
  const state = { epoch: 1, loads: 0 };
  const left = [...answers];
  const group = createGroup({
    clock,
    emitter,
    first: Promise.resolve(),
    identity: { epoch: () => state.epoch },
    decisions: {
      async load() {
        state.loads++;
        return { kind: "failed" };
      },
    },
    net: {
      async call<Body>(_: string, path: string, { json }: { json?: object | undefined }) {
        asked.push([path, json]);
        // The tests give answers of the call that they expect.
        return (left.shift() ?? GROUPED) as ApiResult<Body>;
      },
    },
  });
  const wait = async (): Promise<void> => {
    clock.advance(limits.retry_cap_ms);
    await flushPromises();
  };
  return { group, asked, state, emitter, wait };
}

test("the group is told with what is known of it, and who sees what is asked anew", async () => {
  const { group, asked, state } = setUp();
  expect(await group("acme", { seats: 12 }, { membership: { role: "admin" } })).toEqual({ status: "grouped" });
  expect(asked).toEqual([
    ["/v1/group", { external_id: "acme", attributes: { seats: 12 }, membership: { role: "admin" } }],
  ]);
  expect(state.loads).toBe(1);
});

test("a refusal names its code, and is not repeated", async () => {
  const refusal = {
    kind: "refused",
    status: 403,
    code: "group_not_proved",
    detail: "No.",
    current: undefined,
  } as const;
  const { group, asked, state, wait } = setUp(refusal);
  expect(await group("acme")).toEqual({ status: "refused", code: "group_not_proved", detail: "No." });
  await wait();
  expect([asked.length, state.loads]).toEqual([1, 0]);
});

test("without an answer the last word about each group is said again until it has one", async () => {
  const { group, asked, state, wait } = setUp(DOWN, DOWN, DOWN, DOWN, GROUPED, DOWN);
  expect(await group("acme", { seats: 1 })).toEqual({ status: "waiting" });
  await group("acme", { seats: 2 });
  await group("globex");
  expect(asked.length).toBe(3);
  for (let turn = 0; turn < 4; turn++) await wait();
  const said = asked.slice(3).map((each) => JSON.stringify(each));
  expect(said.filter((each) => each.includes('"seats":1'))).toEqual([]);
  expect(new Set(said).size).toBe(2);
  expect(state.loads).toBe(2);
});

test("nothing is said again for somebody else, nor after the page has shut Fanfare down", async () => {
  const other = setUp(DOWN);
  await other.group("acme");
  other.state.epoch = 2;
  await other.wait();
  const over = setUp(DOWN);
  await over.group("acme");
  over.emitter.emit("connection", { state: "closed" });
  await over.wait();
  expect([other.asked.length, over.asked.length]).toEqual([1, 1]);
});
