import type { AuthorPage } from "./author-page.ts";
import { createEmojiList } from "./emoji-list.ts";
import type { InsertLists, RunCommand } from "./insert-list.ts";
import { styleInserts } from "./insert-style.ts";
import { createLinkForm } from "./link-form.ts";
import { createVariableList } from "./variable-list.ts";

/** What a text can offer to insert. Loads when it's first written. */
export function createInsertLists(
  page: AuthorPage,
  text: HTMLElement,
  report: () => void,
  run: RunCommand,
): InsertLists {
  styleInserts(page, text);
  return [
    createVariableList(page, text, report),
    createEmojiList(page, text, report),
    createLinkForm(page, text, report, run),
  ] as const;
}
