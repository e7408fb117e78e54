import { expect, test } from "bun:test";
import { appSettings } from "@fanfare/contract/realtime/app-settings";
import { TEST_APP } from "../../../test/support/pusher-client.ts";
import { createSessionQuota } from "./session-quota.ts";

const APP = { ...TEST_APP, settings: appSettings({ limits: { http_sessions_per_caller_max: 2 } }) };

test("rejects sessions above the limit per caller or the total", () => {
  const quota = createSessionQuota(3);
  const [first, second, third, other, above] = ["a", "a", "a", "b", "b"].map((caller) => quota.take(APP, caller));
  expect([first, second, third, other, above].map((release) => release !== undefined)).toEqual([
    ...[true, true, false, true, false],
  ]);
  first?.();
  first?.();
  expect(["b", "c"].map((caller) => quota.take(APP, caller) !== undefined)).toEqual([true, false]);
});
