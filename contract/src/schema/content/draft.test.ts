import { describe, expect, test } from "bun:test";
import { updateContentRequestSchema } from "../accounts/sign-in.ts";
import { editionSchema } from "./content.ts";
import { parseDraft } from "./draft.ts";

const step = { kind: "centered", id: "one", title: "Hello", blocks: [] };
const tour = (...steps: readonly unknown[]) => ({ body: { type: "tour", steps } });
const anchored = (strategy: unknown) => ({ ...step, kind: "anchored", target: { strategies: [strategy] } });
const link = (href: string) => ({ ...step, blocks: [{ kind: "paragraph", spans: [{ text: "x", href }] }] });
const rule = (test: unknown) => ({
  ...tour(step),
  targeting: { audience: { kind: "attribute", name: "seats", test } },
});

describe("draft", () => {
  test("gets defaults for omitted fields when publishable", () => {
    expect(parseDraft(editionSchema, tour(step))).toEqual({ outcome: "valid", value: editionSchema.parse(tour(step)) });
  });

  test.each<readonly [what: string, draft: unknown, path: string]>([
    ["no steps", tour(), "body.steps"],
    ["no title", tour({ ...step, title: "" }), "body.steps.0.title"],
    ["a title that is too long", tour({ ...step, title: "x".repeat(999) }), "body.steps.0.title"],
    ["no target", tour({ ...anchored({}), target: { strategies: [] } }), "body.steps.0.target.strategies"],
    ["no words to find it by", tour(anchored({ kind: "css", value: "" })), "body.steps.0.target.strategies.0.value"],
    ["half a link", tour(link("htps:/")), "body.steps.0.blocks.0.spans.0.href"],
    ["a number that is missing", { ...tour(step), delay_ms: null }, "delay_ms"],
    ["a number that is not whole", { ...tour(step), priority: 0.5 }, "priority"],
    ["a number in a rule that is missing", rule({ type: "number", op: "is", value: null }), "targeting.audience.test"],
    ["a value in a rule that is missing", rule({ type: "text", op: "is", value: "" }), "targeting.audience.test.value"],
    ["days that are missing", { ...tour(step), frequency: { mode: "every" } }, "frequency.every_days"],
    [
      "an end before the beginning",
      { ...tour(step), schedule: { starts_at: "2026-02-01T00:00", ends_at: "2026-01-01T00:00" } },
      "schedule",
    ],
  ])("keeps a draft with %s and reports the problem", (_, draft, path) => {
    const read = parseDraft(editionSchema, draft);
    expect(read.outcome).toBe("incomplete");
    if (read.outcome !== "incomplete") return;
    expect(read.issues.map((issue) => issue.path.join("."))).toEqual([path]);
    // Missing fields have defaults; the others are unchanged.
    expect(read.value).toMatchObject({ ...(draft as object), tags: [], body: { suppression: { offered: true } } });
  });

  test.each<readonly [what: string, draft: unknown]>([
    ["another type", { body: { type: "film" } }],
    ["an unknown field", { ...tour(step), html: "<b>" }],
    ["a text that is none", tour({ ...step, title: 7 })],
    ["two steps of one id", tour(step, step)],
    ["an id that is no id", tour({ ...step, id: "../../x" })],
    [
      "more steps than there may be",
      tour(...Array.from({ length: 500 }, (_, index) => ({ ...step, id: `s${index}` }))),
    ],
    ["a link that runs as script", tour(link("javascript:alert(1)"))],
    ["a link that runs as script, hidden", tour(link(" jAva\tscript:alert(1)"))],
    ["a tag without letters", { ...tour(step), tags: [""] }],
    ["a test that is none", rule({ type: "number", op: "is", value: "many" })],
  ])("rejects a draft with %s", (_, draft) => {
    expect(parseDraft(editionSchema, draft).outcome).toBe("invalid");
  });

  test("doesn't relax the validation of sibling fields", () => {
    const read = (name: string) => parseDraft(updateContentRequestSchema, { name, draft: tour() }, ["draft"]);
    expect(read("Welcome").outcome).toBe("incomplete");
    expect(read("")).toMatchObject({ outcome: "invalid", issues: [{ path: ["name"] }] });
  });
});
