import { describe, expect, test } from "bun:test";
import { tourBodySchema } from "./tour.ts";

const hello = { id: "hello", kind: "centered", title: "Hello", blocks: [] };
const save = {
  id: "save",
  kind: "anchored",
  title: "Save",
  blocks: [],
  target: { strategies: [{ kind: "test_id", value: "save" }] },
};
const body = (...steps: readonly object[]) => tourBodySchema.safeParse({ type: "tour", steps });
const problem = (...steps: readonly object[]) => body(...steps).error?.issues[0];

describe("step", () => {
  test("supports 4 kinds", () => {
    const parsed = body(hello, { ...hello, id: "b", kind: "corner" }, { ...hello, id: "c", kind: "banner" }, save);
    expect(parsed.data?.steps.map(({ kind }) => kind)).toEqual(["centered", "corner", "banner", "anchored"]);
    expect(parsed.data?.steps[1]).toMatchObject({ corner: "bottom_end" });
  });

  test("converts advance_on_click from older versions", () => {
    expect(body({ ...save, advance_on_click: true }).data?.steps[0]).toMatchObject({ advance: [{ kind: "click" }] });
    const off = body({ ...save, advance_on_click: false }).data?.steps[0];
    expect(off === undefined || "advance_on_click" in off || "advance" in off).toBe(false);
  });

  test("advances by click or input only with a target", () => {
    expect(body({ ...save, advance: [{ kind: "click" }, { kind: "input" }] }).success).toBe(true);
    expect(problem({ ...hello, advance: [{ kind: "click" }] })).toMatchObject({
      path: ["steps", 0, "advance", 0, "kind"],
    });
    expect(body({ ...hello, advance: [{ kind: "delay", after_ms: 100 }] }).success).toBe(false);
  });

  test("accepts up to 6 actions before a button's own, and no event that Fanfare tracks itself", () => {
    const track = (event: string) => ({ kind: "track", event });
    const button = (...before: readonly object[]) => ({ label: "Go", before, action: { kind: "next" } });
    const press = (...before: readonly object[]) => problem({ ...hello, buttons: [button(...before)] });
    expect(press(track("went_on"), { kind: "copy", text: "SPRING" })).toBeUndefined();
    expect(press({ kind: "set_attribute", name: "ready", value: true })).toBeUndefined();
    const event = ["steps", 0, "buttons", 0, "before", 0, "event"];
    for (const name of ["tour_completed", "ready", ""]) expect(press(track(name))?.path).toEqual(event);
    expect(press(...Array.from({ length: 7 }, () => track("went_on")))?.path).toEqual(event.slice(0, -2));
  });

  test("conditions buttons on the page and facts about the person", () => {
    const button = (rule: object) => ({
      label: "Go",
      action: { kind: "next" },
      condition: { rule, otherwise: "hide" },
    });
    const admin = { kind: "attribute", name: "role", test: { type: "text", op: "is", value: "admin" } };
    const rules = [admin, { kind: "element", selector: "#ready" }];
    expect(problem({ ...hello, buttons: [button({ kind: "or", rules })] })).toBeUndefined();
    expect(problem({ ...hello, buttons: [button({ kind: "segment", segment_id: "seg_1" })] })?.path).toEqual([
      ...["steps", 0, "buttons", 0, "condition", "rule", "kind"],
    ]);
  });

  test("rejects buttons to unknown steps and more than 4 buttons", () => {
    const button = (step_id: string) => ({ label: "Go", action: { kind: "go_to", step_id } });
    expect(body({ ...hello, buttons: [button("save")] }, save).success).toBe(true);
    expect(problem({ ...hello, buttons: [button("gone")] })).toMatchObject({
      path: ["steps", 0, "buttons", 0, "action", "step_id"],
      message: "This step doesn't exist. Select the step that the button opens.",
    });
    expect(body({ ...hello, buttons: Array(5).fill(button("hello")) }).success).toBe(false);
  });

  test("accepts only page conditions in skip_if", () => {
    const rule = { kind: "not", rule: { kind: "element", selector: "#cart" } };
    expect(body({ ...hello, skip_if: rule }).success).toBe(true);
    expect(body({ ...hello, skip_if: { kind: "group", external_id: "acme" } }).success).toBe(false);
  });

  test("rejects a match number in a locator", () => {
    const nth = { strategies: [{ kind: "css", value: ".row", nth: 2 }] };
    expect(problem({ ...save, target: nth })).toMatchObject({ code: "unrecognized_keys", keys: ["nth"] });
  });
});
