import type { Edition } from "@fanfare/contract/content/content";
import { textDirection } from "@fanfare/contract/lib/text-direction";
import { limits } from "@fanfare/contract/limits";
import { fromMarkedText, hasMarks, tagProblems } from "@fanfare/contract/translation/marked-text";
import type { TextSource } from "@fanfare/contract/translation/texts";
import { translationOf } from "@fanfare/contract/translation/translation";
import { renderBlocks } from "../../ui/card/blocks.ts";
import * as rich from "../../ui/card/rich-blocks.ts";
import { element } from "../../ui/dom/element.ts";
import { t } from "../language/t.ts";
import type { AuthorPage } from "../text/author-page.ts";
import { writeLine } from "../text/write-line.ts";
import { asText, textsOfPart, type Written } from "./body-texts.ts";

interface TextFormDeps {
  readonly page: AuthorPage;
  readonly edition: Edition;
  readonly part_id: string;
  /** A translation. Undefined: the source language, without texts that are written elsewhere in the form. */
  readonly tag: string | undefined;
  readonly write: (key: string, written: Written) => void;
}

type Text = readonly [key: string, source: TextSource];

/** In the source language, titles and paragraphs have fields of their own, and so have the buttons of steps. */
const WRITTEN_ELSEWHERE = /(?:^|\.)(?:title|blocks\.\d+(?:\.\d+)?|next|buttons\.\d+)$/;

/** Fields for the texts of a part: each next to its source text, if it's a translation. */
export function buildTextForm(deps: TextFormDeps): readonly HTMLElement[] {
  const { edition, part_id, tag } = deps;
  return textsOfPart(edition.body, part_id)
    .filter(([key]) => tag !== undefined || !WRITTEN_ELSEWHERE.test(key))
    .map((text) => buildField(deps, text));
}

function buildField(deps: TextFormDeps, text: Text): HTMLElement {
  const { page, edition, tag } = deps;
  const { document } = page;
  const [key, source] = text;
  const label = placeOf(key);
  if (tag === undefined) {
    const field = buildInput(deps, text, source.text);
    return element(document, "label", "", label, field);
  }
  const value = translationOf(edition.translations?.[tag] ?? {}, key, source) ?? "";
  const chip = element(document, "span", "chip fair", t("Missing"));
  const problem = element(document, "p", "error");
  const check = (now: string): void => {
    chip.hidden = now !== "";
    const wrong = now === "" ? [] : tagProblems(now, source.spans ?? []);
    problem.textContent = wrong.length === 0 ? "" : t("Format the matching words as in the source text.");
  };
  check(value);
  const original = element(document, "p", "soft original");
  if (source.spans === undefined) original.textContent = source.text;
  else original.append(...renderLine(document, source.spans));
  if (edition.locale !== undefined) original.lang = edition.locale;
  original.dir = "auto";
  const noted = {
    ...deps,
    write(each: string, written: Written) {
      const now = asText(written, source);
      check(now);
      deps.write(each, now);
    },
  };
  const field =
    source.spans !== undefined && hasMarks(source.spans)
      ? buildMarked(noted, text, value)
      : [buildInput(noted, text, value)];
  const [control] = field.slice(-1);
  if (control !== undefined) control.ariaLabel = `${label}: ${source.text}`;
  const head = element(document, "div", "row", element(document, "span", "", label), chip);
  return element(document, "div", "fields translated", head, original, ...field, problem);
}

function buildInput({ page, tag, write }: TextFormDeps, [key]: Text, value: string): HTMLElement {
  const is_long = /(?:^|\.)blocks\./.test(key);
  const field = element(page.document, is_long ? "textarea" : "input", "");
  if (field instanceof page.window.HTMLInputElement) field.type = "text";
  else field.rows = 2;
  field.autocomplete = "off";
  field.maxLength = limits.translation_chars_max;
  field.value = value;
  field.dataset["text"] = key;
  field.dir = tag === undefined ? "auto" : textDirection(tag);
  if (tag !== undefined) field.lang = tag;
  field.addEventListener("input", () => write(key, field.value.replaceAll(/[\r\n]+/g, " ")));
  return field;
}

/** A paragraph or list item whose source has formats or links. */
function buildMarked({ page, tag = "", write }: TextFormDeps, [key, source]: Text, value: string): HTMLElement[] {
  const { document } = page;
  const { spans: original = [] } = source;
  const spans = value === "" ? [] : fromMarkedText(value, original);
  const line = element(document, "p", "text", ...renderLine(document, spans));
  line.dataset["text"] = key;
  line.lang = tag;
  line.dir = textDirection(tag);
  const bar = writeLine({ page, line, spans, source: original, changed: (now) => write(key, now) });
  return bar === undefined ? [line] : [bar, line];
}

function renderLine(document: Document, spans: NonNullable<TextSource["spans"]>): readonly Node[] {
  const [line] = renderBlocks(document, [{ kind: "paragraph", spans }], rich);
  return line === undefined ? [] : [...line.childNodes];
}

/** Kind of a text, by the last part of its key that names one. */
function placeOf(key: string): string {
  const path = key.split(".");
  if (path.at(-1) === "alt") return t("Image description");
  if (path.at(-2) === "copy") return t("Copied text");
  const named = path.findLast((each) => Object.hasOwn(PLACES, each));
  return named === undefined ? t("Text") : (PLACES[named] ?? t("Text"));
}

const PLACES: Readonly<Record<string, string>> = {
  blocks: t("Text"),
  button: t("Button label"),
  buttons: t("Button label"),
  columns: t("Column"),
  description: t("Description"),
  ended: t("Text after the end"),
  high: t("High end"),
  low: t("Low end"),
  message: t("Message"),
  next: t("Button label"),
  options: t("Answer"),
  other: t("Answer"),
  placeholder: t("Placeholder"),
  rows: t("Row"),
  section: t("Section"),
  title: t("Title"),
};
