import { expect, test } from "bun:test";
import order from "unicode-emoji-json/data-ordered-emoji.json";
import { EMOJI_GROUPS, findEmoji, loadEmoji } from "./emoji.ts";
import arabic from "./emoji-ar.json";
import english from "./emoji-en.json";

test("finds emoji by the beginnings of their words, in every group and language", async () => {
  const groups = await loadEmoji("en");
  const found = (search: string) => findEmoji(groups, search).flatMap(({ items }) => items.map(({ emoji }) => emoji));
  expect(found("party pop")).toEqual(["🎉"]);
  expect(found("celeb")).toContain("🎉");
  expect(found("arty")).not.toContain("🎉");
  expect(groups.map(({ id, items }) => items[0]?.emoji === id)).toEqual(EMOJI_GROUPS.map(() => true));
  expect(Object.keys(arabic)).toEqual(Object.keys(english));
  expect(arabic["🎉"]).toStartWith("فرقعة حفلة");
});

test("lists emoji in the order of the Unicode standard", () => {
  expect(Object.keys(english)).toEqual(order.filter((emoji) => emoji in english));
});
