import type { AuthorPage } from "./author-page.ts";
import { createEmojiList } from "./emoji-list.ts";
import type { EmojiList, InsertList } from "./insert-list.ts";
import { styleInserts } from "./insert-style.ts";
import { createVariableList } from "./variable-list.ts";

/** What a text can offer to insert. Loads when it's first written. */
export function createInsertLists(
  page: AuthorPage,
  text: HTMLElement,
  report: () => void,
): readonly [variables: InsertList, emoji: EmojiList] {
  styleInserts(page, text);
  const lists = [createVariableList(page, text, report), createEmojiList(page, text, report)] as const;
  const boxes = lists.map(({ box }) => box);
  // Also called when a list opens or closes.
  const sizes = new ResizeObserver(() =>
    page.uncover?.(boxes.find(({ hidden, isConnected }) => !hidden && isConnected)),
  );
  for (const box of boxes) sizes.observe(box);
  return lists;
}
