import { expect, test } from "bun:test";
import { commandOf, GO_TO, keysTo } from "./shortcuts.ts";

const press = (key: string, more: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...more,
});
const FREE = { typing: false, going: false };

test("letters are commands where nobody types, and letters where somebody does", () => {
  expect(commandOf(press("?"), FREE)).toEqual({ kind: "sheet" });
  expect(commandOf(press("g"), FREE)).toEqual({ kind: "go" });
  expect(commandOf(press("c"), { ...FREE, going: true })).toEqual({ kind: "to", to: "/$app/content" });
  expect(commandOf(press("c"), FREE)).toBeUndefined();
  expect(commandOf(press("?"), { ...FREE, typing: true })).toBeUndefined();
  expect(commandOf(press("x"), { ...FREE, going: true })).toBeUndefined();
});

test("each place has keys of its own", () => {
  expect(new Set(GO_TO.map(({ key }) => key)).size).toBe(GO_TO.length);
});

test("the palette opens from everywhere, and the browser's own shortcuts stay the browser's", () => {
  expect(commandOf(press("k", { ctrlKey: true }), { typing: true, going: false })).toEqual({ kind: "palette" });
  expect(commandOf(press("K", { metaKey: true }), FREE)).toEqual({ kind: "palette" });
  expect(commandOf(press("g", { ctrlKey: true }), FREE)).toBeUndefined();
  expect(commandOf(press("k", { ctrlKey: true, altKey: true }), FREE)).toBeUndefined();
});

test("the palette says the keys of the one list, and none of a place that has none", () => {
  for (const { key, to } of GO_TO) expect(keysTo(to)).toEqual(["g", key]);
  expect(keysTo("/$app/webhooks")).toBeUndefined();
});
