import { expect, test } from "bun:test";
import { limits } from "@fanfare/contract/limits";
import { networkProblem } from "./api/api-problem.ts";
import { showToasts, toast, toastManager, whenToastWaits } from "./toast.ts";

test("takes every toast away after a while, except for errors", () => {
  const timeouts: unknown[] = [];
  const stop = toastManager[" subscribe"](({ options }) => timeouts.push(options.timeout));
  const hide = showToasts();
  const action = { label: "Undo", onClick: () => undefined };
  toast.done({ title: "Published" });
  toast.note({ title: "“Step 2” was deleted", action });
  toast.done({ title: "Archived", action });
  toast.problem(networkProblem(undefined));
  hide();
  stop();
  expect(timeouts).toEqual([limits.toast_ms, limits.toast_action_ms, limits.toast_action_ms, 0]);
});

test("keeps toasts from before they can be shown, and asks for what shows them", () => {
  const titles: unknown[] = [];
  const stop = toastManager[" subscribe"](({ options }) => titles.push(options.title));
  let loads = 0;
  toast.done({ title: "Saved" });
  const leave = whenToastWaits(() => loads++);
  toast.done({ title: "Published" });
  expect([loads, titles]).toEqual([2, []]);
  const hide = showToasts();
  toast.done({ title: "Archived" });
  expect([loads, titles]).toEqual([2, ["Saved", "Published", "Archived"]]);
  hide();
  leave();
  stop();
});

test("doesn't show a toast that was closed before it could be shown", () => {
  const titles: unknown[] = [];
  const stop = toastManager[" subscribe"](({ options }) => titles.push(options?.title));
  toast.close(toast.done({ title: "Moved" }));
  toast.done({ title: "Moved again" });
  titles.length = 0;
  const hide = showToasts();
  expect(titles).toEqual(["Moved again"]);
  hide();
  stop();
});
