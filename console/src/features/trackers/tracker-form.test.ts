import { expect, test } from "bun:test";
import { describeTrackerChanges, NEW_TRACKER, toTrackerForm, trackerFormSchema } from "./tracker-form.ts";

const target = { strategies: [{ kind: "test_id", value: "save" }] } as const;
const form = { ...NEW_TRACKER, name: "saved", target };

test("sends only the fields of the chosen kind", () => {
  const sent = (kind: typeof form.kind, more = {}) =>
    trackerFormSchema.parse({ ...form, kind, visible_s: 3, ...more }).on;
  expect(sent("click")).toEqual({ kind: "click", target: { strategies: [...target.strategies] } });
  expect(sent("visible")).toMatchObject({ kind: "visible", visible_s: 3 });
  expect(sent("page", { urls: { include: ["/a"], exclude: [] } })).toEqual({ kind: "page" });
  expect(sent("rage_click")).toEqual({ kind: "rage_click" });
  expect(sent("rage_click", { anywhere: false })).toMatchObject({ target });
});

test("reports problems at the form's fields, and none of hidden ones", () => {
  const problems = (more: object) =>
    trackerFormSchema.safeParse({ ...form, ...more }).error?.issues.map(({ path }) => path.join("."));
  const empty = { target: NEW_TRACKER.target };
  expect(problems({ ...empty, name: " " })).toEqual(["name", "target.strategies.0.value"]);
  expect(problems({ ...empty, kind: "page" })).toEqual(["urls.include"]);
  expect(problems({ ...empty, kind: "rage_click" })).toBeUndefined();
  expect(problems({ kind: "visible", visible_s: 0 })).toEqual(["visible_s"]);
});

test("restores the form of every kind, and describes what differs", () => {
  const urls = { include: ["/orders/*"], exclude: [] };
  const visible = { name: "seen", on: { kind: "visible", target, visible_s: 5 } as const, urls };
  expect(toTrackerForm(visible)).toEqual({
    ...form,
    name: "seen",
    kind: "visible",
    anywhere: false,
    visible_s: 5,
    urls,
  });
  expect(toTrackerForm({ name: "rage", on: { kind: "rage_click" }, urls })).toMatchObject({ anywhere: true });
  expect(describeTrackerChanges(form, { ...form, visible_s: 9 })).toEqual(["no visible changes"]);
  expect(describeTrackerChanges(form, { ...form, name: "kept", kind: "page", urls })).toEqual([
    "event: kept",
    "Page visit: /orders/*",
  ]);
});
