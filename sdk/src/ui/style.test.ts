import { describe, expect, test } from "bun:test";
import { BASE_STYLE } from "./style.ts";

/** The value of a token in light and in dark. */
function token(name: string): readonly [light: string, dark: string] {
  const found = new RegExp(`--${name}:(?:var\\([^,]*,)?light-dark\\((#[0-9a-f]+),(#[0-9a-f]+)\\)`).exec(BASE_STYLE);
  if (found?.[1] === undefined || found[2] === undefined) throw new Error(`There is no token ${name}.`);
  return [found[1], found[2]];
}

/** How much a colour stands out from another (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: string): number {
  const digits = color.slice(1);
  const width = digits.length / 3;
  const [red = 0, green = 0, blue = 0] = [0, 1, 2].map((at) => {
    const part = digits.slice(at * width, (at + 1) * width);
    const value = Number.parseInt(width === 1 ? part + part : part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each([
  ["light", 0],
  ["dark", 1],
] as const)("in %s", (_, theme) => {
  const from = (name: string, ground: string): number => contrast(token(name)[theme], token(ground)[theme]);

  test("the ring of the focus stands out from the card", () => {
    expect(from("accent", "bg")).toBeGreaterThan(3);
    expect(from("accent", "hover")).toBeGreaterThan(3);
  });

  test("text stands out from what it is written on", () => {
    for (const name of ["ink", "soft", "mute"]) expect(from(name, "bg")).toBeGreaterThan(4.5);
    expect(from("on-accent", "accent")).toBeGreaterThan(4.5);
    expect(from("ink", "hover")).toBeGreaterThan(4.5);
  });
});
