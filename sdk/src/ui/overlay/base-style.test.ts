import { describe, expect, test } from "bun:test";
import { contrast } from "@fanfare/contract/theme/contrast";
import { CHECKLIST_STYLE } from "../checklist/checklist-view.ts";
import { HINT_STYLE } from "../hint/hint.ts";
import { NOTICE_STYLE } from "../toast/notice-root.ts";
import { BASE_STYLE } from "./base-style.ts";

function token(name: string): readonly [light: string, dark: string] {
  const found = new RegExp(`--${name}:(?:var\\([^,]*,)?light-dark\\((#[0-9a-f]+),(#[0-9a-f]+)\\)`).exec(BASE_STYLE);
  if (found?.[1] === undefined || found[2] === undefined) throw new Error(`There is no token ${name}.`);
  return [long(found[1]), long(found[2])];
}

const long = (color: string): string => (color.length === 4 ? color.replace(/\w/g, "$&$&") : color);

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("theme in %s", (_, theme) => {
  const from = (name: string, ground: string): number => contrast(token(name)[theme], token(ground)[theme]);

  test("has a focus ring that stands out from the card", () => {
    expect(from("accent", "bg")).toBeGreaterThan(3);
    expect(from("accent", "hover")).toBeGreaterThan(3);
  });

  test("has text that stands out from its background", () => {
    for (const name of ["ink", "soft", "mute"]) expect(from(name, "bg")).toBeGreaterThan(4.5);
    expect(from("on-accent", "accent")).toBeGreaterThan(4.5);
    expect(from("ink", "hover")).toBeGreaterThan(4.5);
  });
});

test("strengthens text and lines to title contrast on request", () => {
  const [, more = ""] = BASE_STYLE.split("@media (prefers-contrast:more)");
  expect(more).toContain("--soft:var(--ink);--mute:var(--ink);--line:var(--ink)");
});

test("draws a focus ring on the host page next to the card background", () => {
  for (const [css, selector] of [
    [HINT_STYLE, ".mark:focus-visible"],
    [CHECKLIST_STYLE, ".launcher:focus-visible"],
    [NOTICE_STYLE, "\n:focus-visible"],
  ] as const) {
    const [, rule = ""] = css.split(`${selector}{`);
    expect([selector, rule.split("}")[0]]).toEqual([selector, expect.stringContaining("var(--bg)")]);
  }
});
