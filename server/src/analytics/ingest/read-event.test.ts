import { describe, expect, test } from "bun:test";
import { eventSchema } from "@fanfare/contract/schema/client/v1";
import fc from "fast-check";
import { readEvent } from "./read-event.ts";

const EVENT = {
  id: "019aa5a0-0000-7000-8000-000000000001",
  name: "order_shipped",
  props: { total: 12, deep: { list: ["a", null, true] } },
  at: "2026-11-21T12:00:00.000Z",
};

/** Result of the schema, or undefined if it rejects the input. */
function bySchema(raw: unknown) {
  const { data } = eventSchema.safeParse(raw);
  return data && { id: data.id, name: data.name, raw_props: data.props, happened_at: Date.parse(data.at) };
}

function read(raw: unknown) {
  const event = readEvent(raw);
  if (typeof event === "string") return undefined;
  const { id, name, raw_props, happened_at } = event;
  return { id, name, raw_props, happened_at };
}

describe("event validation", () => {
  test.each([
    ["as the SDK writes it", EVENT],
    ["without props", { id: EVENT.id, name: EVENT.name, at: EVENT.at }],
    ["with an id in capitals", { ...EVENT, id: EVENT.id.toUpperCase() }],
    ["with a name in other letters", { ...EVENT, name: "بيع" }],
    ["with a time in seconds", { ...EVENT, at: "2026-11-21T12:00:00Z" }],
    ["with a time in microseconds", { ...EVENT, at: "2026-11-21T12:00:00.000001Z" }],
    ["on a leap day", { ...EVENT, at: "2024-02-29T12:00:00.000Z" }],
  ])("%s", (_, raw) => {
    expect(bySchema(raw)).toBeDefined();
    expect<unknown>(read(raw)).toEqual(bySchema(raw));
  });

  test.each([
    ["an id of another version", { ...EVENT, id: EVENT.id.replace("-7", "-4") }],
    ["an id of another variant", { ...EVENT, id: EVENT.id.replace("-8", "-c") }],
    ["no name", { ...EVENT, name: "" }],
    ["a name that is too long", { ...EVENT, name: "x".repeat(201) }],
    ["a name with a line break", { ...EVENT, name: "a\nb" }],
    ["a name with half a character", { ...EVENT, name: "\ud800" }],
    ["another key", { ...EVENT, person_id: "x" }],
    ["a key that no object may have", JSON.parse(`{"__proto__":{},${JSON.stringify(EVENT).slice(1)}`)],
    ["such a key in its props", { ...EVENT, props: JSON.parse('{"a":[{"__proto__":1}]}') }],
    ["props that are a list", { ...EVENT, props: [] }],
    ["no props but null", { ...EVENT, props: null }],
    ["a day that no calendar has", { ...EVENT, at: "2026-02-30T12:00:00.000Z" }],
    ["an hour that no clock has", { ...EVENT, at: "2026-11-21T24:00:00.000Z" }],
    ["a time of some zone", { ...EVENT, at: "2026-11-21T12:00:00.00+01" }],
    ["no event but text", "order_shipped"],
    ["no event but a list", []],
    ["nothing", null],
  ])("rejects %s", (_, raw) => {
    expect(bySchema(raw)).toBeUndefined();
    expect(read(raw)).toBeUndefined();
  });

  test("agrees with the schema for any parts", () => {
    const part = fc.oneof(fc.constantFrom("", "é", " ", EVENT.at, EVENT.id, 7, null, true, [], {}), fc.string());
    const change = fc.dictionary(fc.constantFrom("id", "name", "props", "at", "more"), part, { maxKeys: 2 });
    const moment = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("2200-01-01") });
    fc.assert(
      fc.property(change, moment, (changed, at) => {
        const raw: unknown = JSON.parse(JSON.stringify({ ...EVENT, at: at.toISOString(), ...changed }));
        expect<unknown>(read(raw)).toEqual(bySchema(raw));
      }),
      { numRuns: 300 },
    );
  });

  test("limits props by bytes, in any script", () => {
    const at_most = { ...EVENT, props: { a: "x".repeat(8 * 1_024 - 8) } };
    expect(typeof readEvent(at_most)).toBe("object");
    expect(readEvent({ ...EVENT, props: { a: `${at_most.props.a}x` } })).toContain("8192 bytes");
    expect(readEvent({ ...EVENT, props: { a: "é".repeat(4 * 1_024) } })).toContain("8192 bytes");
  });
});
