import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { applyPatch } from "rfc6902";
import { describeDifference, fileDifferences, filePatches } from "./file-differences.ts";

const PATH = "contents/welcome/content.json";
const file = (value: unknown) => [{ path: PATH, text: JSON.stringify(value) }];
const tour = (...steps: readonly object[]) => ({ name: "Welcome", body: { type: "tour", steps } });
const HELLO = { id: "hello", title: "Hello", blocks: [{ kind: "text", text: "Look." }] };
const INVITE = { id: "invite", title: "Invite", blocks: [] };
const describeAll = (before: unknown, after: unknown) =>
  fileDifferences(file(before), file(after)).map(describeDifference);

describe("differences in words", () => {
  test("names parts by ID, blocks by number, and fields by key", () => {
    const changed = { ...HELLO, title: "Hi", blocks: [{ kind: "text", text: "Look here." }] };
    expect(describeAll(tour(HELLO, INVITE), { ...tour(changed, INVITE), name: "Start" })).toEqual([
      `${PATH}: name: "Welcome" → "Start"`,
      `${PATH}: step hello: title: "Hello" → "Hi"`,
      `${PATH}: step hello: block 1: text: "Look." → "Look here."`,
    ]);
  });

  test("report an inserted step once, and a move as a new order", () => {
    expect(describeAll(tour(HELLO), tour(INVITE, HELLO))).toEqual([
      `${PATH}: step invite: nothing → {"id":"invite","title":"Invite","blocks":[]}`,
    ]);
    expect(describeAll(tour(HELLO, INVITE), tour(INVITE, HELLO))).toEqual([
      `${PATH}: steps: order: "hello, invite" → "invite, hello"`,
    ]);
  });

  test("ignore formatting and the line for editors", () => {
    const formatted = JSON.stringify({ $schema: "../x.json", ...tour(HELLO) }, null, 2);
    expect(fileDifferences(file(tour(HELLO)), [{ path: PATH, text: formatted }])).toEqual([]);
    expect(filePatches(file(tour(HELLO)), [{ path: PATH, text: formatted }])).toEqual([]);
  });
});

describe("differences as JSON Patch", () => {
  test("turn any file into the other one, and are empty only if the words are, too", () => {
    const value = fc.jsonValue().filter((each) => !JSON.stringify(each).includes("__proto__"));
    const rule = fc.property(value, value, (one, other) => {
      const [before, after] = [{ value: one }, { value: other }];
      const [found] = filePatches(file(before), file(after));
      const applied: unknown = JSON.parse(JSON.stringify(before));
      for (const result of applyPatch(applied, [...(found?.patch ?? [])])) expect(result).toBeNull();
      expect(applied).toEqual(JSON.parse(JSON.stringify(after)));
      expect(found === undefined).toBe(fileDifferences(file(before), file(after)).length === 0);
    });
    fc.assert(rule, { seed: 34, numRuns: 500 });
  });

  test("add and remove whole files", () => {
    expect(filePatches([], file(1))).toEqual([{ path: PATH, patch: [{ op: "add", path: "", value: 1 }] }]);
    expect(filePatches(file(1), [])).toEqual([{ path: PATH, patch: [{ op: "remove", path: "" }] }]);
  });
});
