import { expect, test } from "bun:test";
import arabic from "../../../locales/emoji-ar.json";
import english from "../../../locales/emoji-en.json";
import { EMOJI_GROUPS, findEmoji, loadEmoji } from "./emoji.ts";

test("finds emoji by the beginnings of their words, in every group and language", async () => {
  const groups = await loadEmoji();
  const found = (search: string) => findEmoji(groups, search).flatMap(({ items }) => items.map(({ emoji }) => emoji));
  expect(found("party pop")).toEqual(["🎉"]);
  expect(found("celeb")).toContain("🎉");
  expect(found("arty")).not.toContain("🎉");
  expect(groups.map(({ id, items }) => items[0]?.emoji === id)).toEqual(EMOJI_GROUPS.map(() => true));
  expect(Object.keys(arabic)).toEqual(Object.keys(english));
  expect(arabic["🎉"]).toStartWith("فرقعة حفلة");
});
