import { expect, test } from "bun:test";
import { EDITOR_KEYS } from "../builder/editor-keys.ts";
import { type Chord, isPressed, type Press } from "../chord.ts";
import { ariaKeys, keysOf } from "../chord-words.ts";
import { EVERYWHERE, keysTo } from "./everywhere.ts";
import { commandOf, GO_TO, PALETTE_KEY, PALETTE_WORDS } from "./shortcuts.ts";

const press = (key: string, more: Partial<Press> = {}): Press => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});
const pressOf = ({ key, held }: Chord): Press => press(key, { ctrlKey: held === "mod", altKey: held === "alt" });
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

test("every key that the sheet shows for every page does what it says, and each is shown once", () => {
  for (const { chord, command } of EVERYWHERE) expect(commandOf(pressOf(chord), FREE)).toEqual(command);
  const rows = [...EVERYWHERE, ...Object.values(EDITOR_KEYS)].map(({ chord, label }) =>
    [label, ...keysOf(chord)].join(),
  );
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows).toContain("Search and go anywhere,Ctrl,K");
  expect(PALETTE_WORDS).toEqual({ aria: ariaKeys(PALETTE_KEY), keys: keysOf(PALETTE_KEY).join(" ") });
  expect(rows).toContain("Close what is open,Esc");
  expect(rows).toContain("Move the step up,Alt,↑");
});

test("a key is pressed with what must be held, and with nothing more", () => {
  const { up, bold } = EDITOR_KEYS;
  expect(isPressed(bold.chord, press("b", { metaKey: true }))).toBe(true);
  expect(isPressed(bold.chord, press("B", { ctrlKey: true }))).toBe(true);
  expect(isPressed(bold.chord, press("b", { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(isPressed(bold.chord, press("b"))).toBe(false);
  expect(isPressed(up.chord, press("ArrowUp", { altKey: true }))).toBe(true);
  expect(isPressed(up.chord, press("ArrowUp", { altKey: true, ctrlKey: true }))).toBe(false);
  expect(isPressed({ key: "?" }, press("?", { shiftKey: true }))).toBe(true);
});

test("one press in the editor asks for one thing", () => {
  const chords = Object.values(EDITOR_KEYS).map(({ chord }) => chord);
  for (const chord of chords) {
    expect(chords.filter((each) => isPressed(each, pressOf(chord)))).toEqual([chord]);
  }
  expect(ariaKeys(EDITOR_KEYS.up.chord, EDITOR_KEYS.save.chord)).toBe("Alt+ArrowUp Control+S Meta+S");
});
