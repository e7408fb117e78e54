import { limits } from "@fanfare/contract/limits";
import { renderBlocks } from "../../ui/card/blocks.ts";
import * as rich from "../../ui/card/rich-blocks.ts";
import { element } from "../../ui/dom/element.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "../text/author-page.ts";
import { writeText } from "../text/write-text.ts";
import type { Head } from "./body-texts.ts";

/** Fields for a title with its text. `change`: `key` names the field, so that typing in it is one step of undo. */
export function buildHeadFields(
  page: AuthorPage,
  head: Pick<Head, "title"> & Partial<Head>,
  change: (key: string, change: Partial<Head>) => void,
): readonly HTMLElement[] {
  const { document } = page;
  const title = element(document, "input", "");
  title.type = "text";
  title.maxLength = limits.step_title_chars_max;
  title.value = head.title;
  title.autocomplete = "off";
  title.dir = "auto";
  title.addEventListener("input", () => change("title", { title: title.value }));
  const fields: HTMLElement[] = [element(document, "label", "", t("Title"), title)];
  const { blocks } = head;
  if (blocks !== undefined) {
    const text = element(document, "div", "text", ...renderBlocks(document, blocks, rich));
    text.dir = "auto";
    const bar = writeText(page, text, blocks, (now) => change("text", { blocks: now }));
    fields.push(element(document, "div", "fields", element(document, "h3", "", t("Text")), bar, text));
  }
  return fields;
}
