import { expect, test } from "bun:test";
import { type Chord, isPressed, type KeyPress } from "./chord.ts";
import { ariaKeys, keyLabels } from "./chord-labels.ts";
import { EDITOR_SHORTCUTS } from "./editor-shortcuts.ts";
import { GLOBAL_SHORTCUTS, shortcutTo } from "./global-shortcuts.ts";
import { commandFor, GO_TO, PALETTE_KEY, PALETTE_LABEL } from "./shortcuts.ts";

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
  ...more,
});
const pressOf = ({ key, held }: Chord): KeyPress =>
  press(key, { ctrlKey: held?.startsWith("mod") ?? false, shiftKey: held === "mod_shift", altKey: held === "alt" });
const FREE = { typing: false, going: false };

test("runs single-letter shortcuts only outside text fields", () => {
  expect(commandFor(press("?"), FREE)).toEqual({ kind: "sheet" });
  expect(commandFor(press("g"), FREE)).toEqual({ kind: "go" });
  expect(commandFor(press("c"), { ...FREE, going: true })).toEqual({ kind: "to", to: "/$app/content" });
  expect(commandFor(press("c"), FREE)).toBeUndefined();
  expect(commandFor(press("?"), { ...FREE, typing: true })).toBeUndefined();
  expect(commandFor(press("x"), { ...FREE, going: true })).toBeUndefined();
});

test("has a unique shortcut for each page", () => {
  expect(new Set(GO_TO.map(({ key }) => key)).size).toBe(GO_TO.length);
});

test("opens the palette everywhere and leaves browser shortcuts alone", () => {
  expect(commandFor(press("k", { ctrlKey: true }), { typing: true, going: false })).toEqual({ kind: "palette" });
  expect(commandFor(press("K", { metaKey: true }), FREE)).toEqual({ kind: "palette" });
  expect(commandFor(press("g", { ctrlKey: true }), FREE)).toBeUndefined();
  expect(commandFor(press("k", { ctrlKey: true, altKey: true }), FREE)).toBeUndefined();
});

test("shows a page's shortcut in the palette, and none for pages without one", () => {
  for (const { key, to } of GO_TO) expect(shortcutTo(to)).toEqual(["g", key]);
  expect(shortcutTo("/$app/webhooks")).toBeUndefined();
});

test("lists each global shortcut once, and each runs its command", () => {
  for (const { chord, command } of GLOBAL_SHORTCUTS) expect(commandFor(pressOf(chord), FREE)).toEqual(command);
  const rows = [...GLOBAL_SHORTCUTS, ...Object.values(EDITOR_SHORTCUTS)].map(({ chord, label }) =>
    [label, ...keyLabels(chord)].join(),
  );
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows).toContain("Open command palette,Ctrl,K");
  expect(PALETTE_LABEL).toEqual({ aria: ariaKeys(PALETTE_KEY), keys: keyLabels(PALETTE_KEY).join(" ") });
  expect(rows).toContain("Close dialog or panel,Esc");
  expect(rows).toContain("Move step up,Alt,↑");
});

test("matches a key only with exactly its modifiers", () => {
  const { up, bold } = EDITOR_SHORTCUTS;
  expect(isPressed(bold.chord, press("b", { metaKey: true }))).toBe(true);
  expect(isPressed(bold.chord, press("B", { ctrlKey: true }))).toBe(true);
  expect(isPressed(bold.chord, press("b", { ctrlKey: true, shiftKey: true }))).toBe(false);
  expect(isPressed(bold.chord, press("b"))).toBe(false);
  expect(isPressed(up.chord, press("ArrowUp", { altKey: true }))).toBe(true);
  expect(isPressed(up.chord, press("ArrowUp", { altKey: true, ctrlKey: true }))).toBe(false);
  expect(isPressed({ key: "?" }, press("?", { shiftKey: true }))).toBe(true);
});

test("matches one editor shortcut per key press", () => {
  const chords = Object.values(EDITOR_SHORTCUTS).map(({ chord }) => chord);
  for (const chord of chords) {
    expect(chords.filter((each) => isPressed(each, pressOf(chord)))).toEqual([chord]);
  }
  expect(ariaKeys(EDITOR_SHORTCUTS.up.chord, EDITOR_SHORTCUTS.save.chord)).toBe("Alt+ArrowUp Control+S Meta+S");
});
