import type { Body, ContentType } from "@fanfare/contract/content";
import { t } from "../language/t.ts";
import type { Difference, EditionNames } from "./compare.ts";
import { type Fields, fieldChanges } from "./fields.ts";
import { partFields } from "./part-fields.ts";
import { PART_WORDS } from "./part-words.ts";
import { type Part, partsOf, partTitle } from "./parts.ts";

/** What became of each part of a body, in their order; what is gone comes last. */
export function partDifferences(before: Body, after: Body, names: EditionNames): readonly Difference[] {
  const [was, is] = [partsOf(before), partsOf(after)];
  const { type } = after;
  const named = (part: Part, index: number): string => PART_WORDS[type].named(index + 1, partTitle(part, type));
  const said = (part: Part, of: readonly Part[]): Fields =>
    partFields(part, { names, titleOf: (id) => titleIn(of, id, type) });
  const present = is.flatMap((part, index): readonly Difference[] => {
    const earlier = was.find(({ id }) => id === part.id);
    const title = named(part, index);
    if (earlier === undefined) return [{ title, kind: "added", changes: fieldChanges(new Map(), said(part, is)) }];
    const changes = fieldChanges(said(earlier, was), said(part, is));
    return changes.length === 0 ? [] : [{ title, kind: "changed", changes }];
  });
  const gone = was.flatMap((part, index): readonly Difference[] =>
    is.some(({ id }) => id === part.id)
      ? []
      : [{ title: named(part, index), kind: "deleted", changes: fieldChanges(said(part, was), new Map()) }],
  );
  return [...present, ...gone, ...orderOf(was, is, type)];
}

function titleIn(parts: readonly Part[], id: string, type: ContentType): string | undefined {
  const index = parts.findIndex((part) => part.id === id);
  const part = parts[index];
  return part === undefined ? undefined : PART_WORDS[type].named(index + 1, partTitle(part, type));
}

function orderOf(was: readonly Part[], is: readonly Part[], type: ContentType): readonly Difference[] {
  const kept = (parts: readonly Part[], others: readonly Part[]): readonly Part[] =>
    parts.filter(({ id }) => others.some((other) => other.id === id));
  const [first, second] = [kept(was, is), kept(is, was)];
  if (first.every(({ id }, index) => second[index]?.id === id)) return [];
  const words = (parts: readonly Part[]): string =>
    t("{parts}##in their order", {
      parts: parts.map((part) => t("{title}", { title: partTitle(part, type) })).join(t(" → ")),
    });
  const change = { label: t("Order"), before: words(first), after: words(second) };
  return [{ title: PART_WORDS[type].order, kind: "moved", changes: [change] }];
}
