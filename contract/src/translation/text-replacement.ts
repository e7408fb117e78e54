import type { Body } from "../content/body.ts";
import type { Edition } from "../content/content.ts";
import type { VariantId } from "../content/experiment.ts";
import { type PartName, partsIn } from "../content/parts.ts";
import { collectSources, rewriteBody } from "./texts.ts";
import { translatableBodies } from "./translatable-body.ts";
import type { Texts, Translations } from "./translation.ts";

export interface TextSearch {
  readonly text: string;
  readonly match_case: boolean;
  /** Letters and digits around a match exclude it. */
  readonly whole_words: boolean;
}

/** A text of content with at least one match. */
export interface TextMatch {
  readonly variant: VariantId;
  /** Language tag of a translation. Null for the source language. */
  readonly language: string | null;
  /** Key of the text in its body. */
  readonly key: string;
  /** The part that has the text. Null for texts of the whole content, such as a checklist's title. */
  readonly part: PartName | null;
  /** Without formatting. */
  readonly text: string;
  /** Start and end of each match in `text`, in order and without overlap. */
  readonly ranges: readonly TextRange[];
}

export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export type TextPlace = Pick<TextMatch, "variant" | "language" | "key">;

/**
 * Finds a text in every language and variant, in reading order. Formatting doesn't split a match.
 *
 * @example
 * findTexts(edition, { text: "trial", match_case: false, whole_words: true });
 */
export function findTexts(edition: Edition, search: TextSearch): readonly TextMatch[] {
  return translatableBodies(edition).flatMap(({ variant, body, translations }) => {
    const matchIn = (language: string | null, key: string, pieces: readonly string[]) =>
      matchOf({ variant, language, key, part: partOf(body, key) }, pieces, search);
    const sources = Array.from(collectSources(body), ([key, { text, spans }]) =>
      matchIn(null, key, spans === undefined ? [text] : spans.map((span) => span.text)),
    );
    const translated = Object.entries(translations).flatMap(([language, texts]) =>
      Object.entries(texts).map(([key, text]) => matchIn(language, key, withoutMarks(text))),
    );
    return [...sources, ...translated].filter((match) => match !== undefined);
  });
}

/** Keys of a part's texts start with its ID. */
function partOf(body: Body, key: string): PartName | null {
  const parts = partsIn(body);
  const index = parts.findIndex(({ id }) => key.startsWith(`${id}.`));
  const title = parts[index]?.title;
  return title === undefined ? null : { number: index + 1, title: title.trim() };
}

function matchOf(
  place: Omit<TextMatch, "text" | "ranges">,
  pieces: readonly string[],
  search: TextSearch,
): TextMatch | undefined {
  const text = pieces.join("");
  const ranges = rangesOf(text, search);
  return ranges.length === 0 ? undefined : { ...place, text, ranges };
}

/**
 * Replaces the matches in the selected texts. A replacement takes the formatting of the match's first letter.
 *
 * @example
 * replaceTexts(edition, search, "test phase", ({ language }) => language === null);
 */
export function replaceTexts(
  edition: Edition,
  search: TextSearch,
  replacement: string,
  selects: (place: TextPlace) => boolean,
): Edition {
  const [original, ...others] = translatableBodies(edition).map(({ variant, body, translations }) => ({
    body: replaceInBody(body, search, replacement, (key) => selects({ variant, language: null, key })),
    translations: replaceInTranslations(translations, search, replacement, (language, key) =>
      selects({ variant, language, key }),
    ),
  }));
  const { experiment } = edition;
  return {
    ...edition,
    ...(original && { body: original.body, ...(edition.translations && { translations: original.translations }) }),
    ...(experiment && {
      experiment: {
        ...experiment,
        variants: experiment.variants.map((variant, index) => ({
          ...variant,
          body: others[index]?.body ?? variant.body,
          ...(variant.translations && { translations: others[index]?.translations ?? variant.translations }),
        })),
      },
    }),
  };
}

function replaceInBody(body: Body, search: TextSearch, by: string, selects: (key: string) => boolean): Body {
  return rewriteBody(body, {
    text: (key, text) => (selects(key) ? replacePieces([text], search, by).join("") : text),
    spans(key, spans) {
      if (!selects(key)) return spans;
      const pieces = replacePieces(
        spans.map(({ text }) => text),
        search,
        by,
      );
      const changed = spans.map((span, index) => ({ ...span, text: pieces[index] ?? span.text }));
      const filled = changed.filter(({ text }) => text !== "");
      // An empty paragraph stays, so that its author decides what becomes of it.
      return filled.length === 0 ? changed.slice(0, 1) : filled;
    },
  });
}

function replaceInTranslations(
  translations: Translations,
  search: TextSearch,
  by: string,
  selects: (language: string, key: string) => boolean,
): Translations {
  const inLanguage = (language: string, texts: Texts): Texts =>
    Object.fromEntries(
      Object.entries(texts).map(([key, text]) => [
        key,
        selects(language, key) ? replaceMarked(text, search, by) : text,
      ]),
    );
  return Object.fromEntries(
    Object.entries(translations).map(([language, texts]) => [language, inLanguage(language, texts)]),
  );
}

/** Tags of {@link toMarkedText}. They stay where they are. */
const MARK = /(<\/?(?:[bi]|code|a\d{0,3})>)/;

const withoutMarks = (text: string): readonly string[] => text.split(MARK).filter((_, index) => index % 2 === 0);

function replaceMarked(text: string, search: TextSearch, by: string): string {
  const parts = text.split(MARK);
  const pieces = replacePieces(
    parts.filter((_, index) => index % 2 === 0),
    search,
    by,
  );
  return parts.map((part, index) => (index % 2 === 0 ? (pieces[index / 2] ?? part) : part)).join("");
}

/** Replaces matches in a text that consists of these pieces. The replacement is in the piece where its match starts. */
function replacePieces(pieces: readonly string[], search: TextSearch, by: string): readonly string[] {
  const ranges = rangesOf(pieces.join(""), search);
  let offset = 0;
  return pieces.map((piece) => {
    const [start, end] = [offset, offset + piece.length];
    offset = end;
    let changed = "";
    let at = start;
    for (const { start: from, end: to } of ranges) {
      if (to <= start || from >= end) continue;
      changed += piece.slice(at - start, Math.max(from, start) - start) + (from >= start ? by : "");
      at = Math.min(to, end);
    }
    return changed + piece.slice(at - start);
  });
}

function rangesOf(text: string, { text: wanted, match_case, whole_words }: TextSearch): readonly TextRange[] {
  const fold = (letter: string): string => (match_case ? letter : letter.toLowerCase());
  const letters = [...text];
  const folded = letters.map(fold);
  const sought = [...wanted].map(fold);
  // Most texts have no match, and a native search is fast.
  if (sought.length === 0 || !folded.join("").includes(sought.join(""))) return [];
  const locked = variableNames(text);
  const ranges: TextRange[] = [];
  let offset = 0;
  for (let index = 0; index < letters.length; ) {
    const same = sought.every((letter, step) => folded[index + step] === letter);
    const next = index + (same ? sought.length : 1);
    const end = offset + letters.slice(index, next).join("").length;
    const inside = whole_words && (isWordLetter(letters[index - 1]) || isWordLetter(letters[next]));
    const fits = same && !inside && !locked.some((range) => offset < range.end && end > range.start);
    if (fits) ranges.push({ start: offset, end });
    const step = fits || !same ? next : index + 1;
    offset += letters.slice(index, step).join("").length;
    index = step;
  }
  return ranges;
}

/** `{{attribute|` of variables: names that aren't text. Their fallbacks are. */
function variableNames(text: string): readonly TextRange[] {
  return Array.from(text.matchAll(/\{\{[^{}|]{0,200}\|?/g), ({ index, 0: name }) => ({
    start: index,
    end: index + name.length,
  }));
}

const isWordLetter = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{L}\p{N}\p{M}_]/u.test(letter);
