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
  const requests: unknown[] = [];
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
        requests.push([path, json]);
        // Responses match the type that the test's call expects.
        return (left.shift() ?? GROUPED) as ApiResult<Body>;
      },
    },
  });
  const wait = async (): Promise<void> => {
    clock.advance(limits.retry_cap_ms);
    await flushPromises();
  };
  return { group, requests, state, emitter, wait };
}

test("sends a group with its attributes and reloads decisions", async () => {
  const { group, requests, state } = setUp();
  expect(await group("acme", { seats: 12 }, { membership: { role: "admin" } })).toEqual({ status: "grouped" });
  expect(requests).toEqual([
    ["/v1/group", { external_id: "acme", attributes: { seats: 12 }, membership: { role: "admin" } }],
  ]);
  expect(state.loads).toBe(1);
});

test("returns the code of a refusal and doesn't retry", async () => {
  const refusal = {
    kind: "refused",
    status: 403,
    code: "group_not_proved",
    detail: "No.",
    current: undefined,
  } as const;
  const { group, requests, state, wait } = setUp(refusal);
  expect(await group("acme")).toEqual({ status: "refused", code: "group_not_proved", detail: "No." });
  await wait();
  expect([requests.length, state.loads]).toEqual([1, 0]);
});

test("retries the latest call for each group until there's a response", async () => {
  const { group, requests, state, wait } = setUp(DOWN, DOWN, DOWN, DOWN, GROUPED, DOWN);
  expect(await group("acme", { seats: 1 })).toEqual({ status: "waiting" });
  await group("acme", { seats: 2 });
  await group("globex");
  expect(requests.length).toBe(3);
  for (let turn = 0; turn < 4; turn++) await wait();
  const bodies = requests.slice(3).map((each) => JSON.stringify(each));
  expect(bodies.filter((each) => each.includes('"seats":1'))).toEqual([]);
  expect(new Set(bodies).size).toBe(2);
  expect(state.loads).toBe(2);
});

test("doesn't retry for another person or after shutdown", async () => {
  const other = setUp(DOWN);
  await other.group("acme");
  other.state.epoch = 2;
  await other.wait();
  const over = setUp(DOWN);
  await over.group("acme");
  over.emitter.emit("connection", { state: "closed" });
  await over.wait();
  expect([other.requests.length, over.requests.length]).toEqual([1, 1]);
});
