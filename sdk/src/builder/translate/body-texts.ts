import type { Block, Span } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { partsIn } from "@fanfare/contract/content/parts";
import { toMarkedText } from "@fanfare/contract/translation/marked-text";
import { collectSources, rewriteBody, type TextSource } from "@fanfare/contract/translation/texts";
import { setTranslation } from "@fanfare/contract/translation/translatable-body";
import {
  localizedBody,
  translationGaps,
  withoutLanguage,
  withTranslation,
} from "@fanfare/contract/translation/translation";
import type { Edit } from "../edits.ts";

/** Stands for the texts that belong to no part: an introduction, thanks, or a message. */
export const NO_PART = "";

/** The part that a text belongs to. */
export function partOfText(body: Body, key: string): string {
  return partsIn(body).find(({ id }) => key.startsWith(`${id}.`))?.id ?? NO_PART;
}

/** Texts of a part by key, in reading order. */
export function textsOfPart(body: Body, part_id: string): readonly (readonly [key: string, source: TextSource])[] {
  return [...collectSources(body)].filter(([key]) => partOfText(body, key) === part_id);
}

/** Texts that a language lacks, in reading order. */
export function missingTexts({ body, translations }: Edition, tag: string): readonly string[] {
  return translationGaps(body, translations?.[tag] ?? {}).missing;
}

/** The edition as people with this language see it. Undefined: the source language. */
export function editionIn(edition: Edition, tag: string | undefined): Edition {
  return tag === undefined ? edition : { ...edition, body: localizedBody(edition, tag), locale: tag };
}

/** What was written for a text: its words, or its spans if it's a paragraph or list item. */
export type Written = string | readonly Span[];

/** Replaces one text of the source language. */
export const setText =
  (key: string, written: Written): Edit =>
  (edition) => ({ ...edition, body: withText(edition.body, key, written) });

export function withText(body: Body, key: string, written: Written): Body {
  return rewriteBody(body, {
    text: (each, text) => (each === key && typeof written === "string" ? written : text),
    spans: (each, spans) => (each === key && typeof written !== "string" ? written : spans),
  });
}

/** A translation as it's stored. */
export function asText(written: Written, { spans = [] }: TextSource): string {
  return typeof written === "string" ? written : toMarkedText(written, spans);
}

/** Sets one translation. An empty one removes it. */
export const setTranslated =
  (tag: string, key: string, written: Written): Edit =>
  (edition) => {
    const source = collectSources(edition.body).get(key);
    if (source === undefined) return edition;
    return setTranslation(edition, "a", tag, (texts) => withTranslation(texts, key, source, asText(written, source)));
  };

export const addLanguage =
  (tag: string): Edit =>
  (edition) =>
    setTranslation(edition, "a", tag, (texts) => texts);

export const removeLanguage =
  (tag: string): Edit =>
  ({ translations, ...edition }) => {
    const rest = withoutLanguage(translations ?? {}, tag);
    return rest === undefined ? edition : { ...edition, translations: rest };
  };

/** A title with its text: an introduction, thanks, or an ending. `prefix`: of the keys of its texts. */
export interface Head {
  readonly prefix: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

/** The heads of a body that belong to no part. */
export function headsOf(body: Body): readonly Head[] {
  switch (body.type) {
    case "checklist":
    case "resource_center":
      return [{ prefix: "", title: body.title, blocks: body.blocks }];
    case "survey":
      return [
        { prefix: "", title: body.title, blocks: body.blocks },
        ...(body.thanks === undefined ? [] : [{ prefix: "thanks.", ...body.thanks }]),
        ...(body.endings ?? []).map(({ id, title, blocks }) => ({ prefix: `endings.${id}.`, title, blocks })),
      ];
    default:
      return [];
  }
}

/** Changes one of {@link headsOf}. */
export const setHead =
  ({ prefix, title, blocks }: Head): Edit =>
  (edition) => {
    const { body } = edition;
    if (body.type !== "checklist" && body.type !== "resource_center" && body.type !== "survey") return edition;
    if (prefix === "") return { ...edition, body: { ...body, title, blocks } };
    if (body.type !== "survey") return edition;
    if (prefix === "thanks.") return { ...edition, body: { ...body, thanks: { ...body.thanks, title, blocks } } };
    const endings = body.endings?.map((each) => (prefix === `endings.${each.id}.` ? { ...each, title, blocks } : each));
    return endings === undefined ? edition : { ...edition, body: { ...body, endings } };
  };
