import { describe, expect, test } from "bun:test";
import { SUPPRESSION_SCOPES } from "../../gates/suppression.ts";
import { RESERVED_KEYS } from "../../lib/reserved-keys.ts";
import { limits } from "../../limits.ts";
import {
  attributesSchema,
  eventSchema,
  externalIdSchema,
  groupRequestSchema,
  identifyRequestSchema,
  progressRequestSchema,
  suppressRequestSchema,
} from "./v1.ts";

test("rejects reserved keys in attributes and event properties", () => {
  const event = { id: "019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a", name: "x", at: "2026-11-21T00:00:00Z" };
  for (const key of RESERVED_KEYS) {
    const bad: unknown = JSON.parse(`{"plan":"pro","${key}":{"x":1}}`);
    expect(attributesSchema.safeParse(bad).success).toBe(false);
    expect(identifyRequestSchema.safeParse({ external_id: "u_42", attributes: bad }).success).toBe(false);
    expect(eventSchema.safeParse({ ...event, props: bad }).success).toBe(false);
    expect(eventSchema.safeParse({ ...event, props: { deep: [bad] } }).success).toBe(false);
  }
  expect(eventSchema.safeParse({ ...event, props: { deep: [{ plan: "pro" }] } }).success).toBe(true);
});

test("converts an uppercase event ID to lowercase", () => {
  const parsed = eventSchema.parse({
    id: "019389F2-8C1E-7A3B-9C4D-1F2E3D4C5B6A",
    name: "x",
    at: "2026-11-21T00:00:00Z",
  });
  expect(parsed.id).toBe("019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a");
});

test("reads an event time as the same instant in any time zone", () => {
  const event = { id: "019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a", name: "x" };
  for (const at of ["2026-11-21T00:00:00Z", "2026-11-21T02:00:00.000+02:00", "2026-11-20T19:00:00-05:00"]) {
    expect(Date.parse(eventSchema.parse({ ...event, at }).at)).toBe(Date.UTC(2026, 10, 21));
  }
  expect(eventSchema.safeParse({ ...event, at: "2026-11-21T00:00:00" }).success).toBe(false);
});

describe("external ID", () => {
  const cases: readonly (readonly [rule: string, id: string, fits: boolean])[] = [
    ["may be any plain text", "ada@example.com / Ü 東", true],
    ["may fill 200 bytes", "ü".repeat(100), true],
    ["may not be longer than 200 bytes, however few characters", "ü".repeat(101), false],
    ["may not be empty", "", false],
    ["may not hold a control character", "a\u0000b", false],
    ["may not hold half a character", "a\ud800", false],
    ["may not look like an anonymous one", "anon-019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a", false],
  ];
  for (const [rule, id, fits] of cases) {
    test(rule, () => expect(externalIdSchema.safeParse(id).success).toBe(fits));
  }
});

describe("attributes", () => {
  test("rejects too many attributes before checking any", () => {
    const many = Object.fromEntries(Array.from({ length: limits.attributes_max + 1 }, (_, index) => [`${index}`, {}]));
    expect(attributesSchema.safeParse(many).error?.issues.map(({ message }) => message)).toEqual([
      `Use at most ${limits.attributes_max} attributes.`,
    ]);
  });

  const cases: readonly (readonly [rule: string, attributes: unknown, fits: boolean])[] = [
    ["are text, numbers, truth, null and lists of text", { a: "x", b: 1.5, c: true, d: null, e: ["x", "y"] }, true],
    ["may be as many as 200", Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`a${index}`, 1])), true],
    ["may not be 201", Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, 1])), false],
    ["may not nest", { a: { b: 1 } }, false],
    ["may not be a list", ["x"], false],
    ["start with a letter", { "1a": 1 }, false],
    ["have no spaces in their names", { "a b": 1 }, false],
    ["may not be named longer than 64", { ["a".repeat(65)]: 1 }, false],
    ["may not hold text longer than 1,024", { a: "x".repeat(limits.attribute_text_chars_max + 1) }, false],
    ["may not be beyond all numbers", { a: Number.POSITIVE_INFINITY }, false],
  ];
  for (const [rule, attributes, fits] of cases) {
    test(rule, () => expect(attributesSchema.safeParse(attributes).success).toBe(fits));
  }
});

test("rejects unknown fields in every body", () => {
  const run_id = "run_019389f2-8c1e-7a3b-9c4d-1f2e3d4c5b6a";
  const bodies = [
    [identifyRequestSchema, { external_id: "u_42" }],
    [groupRequestSchema, { external_id: "acme" }],
    [suppressRequestSchema, { scope: "all", target: "" }],
    [progressRequestSchema, { action: "step", run_id, seq: 1, step_id: "hello" }],
    [eventSchema, { id: run_id.slice(4), name: "x", at: "2026-11-21T00:00:00Z" }],
  ] as const;
  for (const [schema, body] of bodies) {
    expect(schema.safeParse(body).success).toBe(true);
    for (const key of ["role", "app_id", "person_id", "verified", "expires_at"]) {
      expect(schema.safeParse({ ...body, [key]: "x" }).success).toBe(false);
    }
  }
});

test("names the forms of an attribute's value", () => {
  for (const bad of [{ nested: 1 }, [1], Array(101).fill("x")]) {
    const { error } = attributesSchema.safeParse({ plan: bad });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Use text, a number, true, false, null, or a list of at most 100 texts.",
    ]);
  }
});

describe("suppression", () => {
  test("lasts 365 days by default", () => {
    expect(suppressRequestSchema.parse({ scope: "content", target: "welcome" })).toMatchObject({
      days: 365,
      reason: "do_not_show_again",
    });
  });

  test("needs a target only for content and tags", () => {
    const accepted = SUPPRESSION_SCOPES.filter((scope) => suppressRequestSchema.safeParse({ scope }).success);
    expect(accepted).toEqual(["all", "live_updates"]);
    expect(suppressRequestSchema.parse({ scope: "all" }).target).toBe("");
  });

  test("rejects the admin reason and invalid durations", () => {
    for (const wrong of [{ reason: "admin" }, { days: 3_651 }, { days: 0 }, { days: -1 }, { days: "365" }]) {
      expect(suppressRequestSchema.safeParse({ scope: "all", target: "", ...wrong }).success).toBe(false);
    }
  });
});
