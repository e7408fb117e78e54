import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { networkProblem } from "./api/api-problem.ts";
import { toast, toastManager } from "./toast.ts";

test("takes every toast away after a while, except for errors", () => {
  const timeouts: unknown[] = [];
  const stop = toastManager[" subscribe"](({ options }) => timeouts.push(options.timeout));
  const action = { label: "Undo", onClick: () => undefined };
  toast.done({ title: "Published" });
  toast.note({ title: "“Step 2” was deleted", action });
  toast.done({ title: "Archived", action });
  toast.problem(networkProblem(undefined));
  stop();
  expect(timeouts).toEqual([limits.toast_ms, limits.toast_action_ms, limits.toast_action_ms, 0]);
});
