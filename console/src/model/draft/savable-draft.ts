import type { Draft } from "@fanfare/contract/draft/draft-merge";
import { editionSchema } from "@fanfare/contract/schema/content/content";
import { parseDraft } from "@fanfare/contract/schema/content/draft";
import { draftSchema } from "./draft-schema.ts";

/** The part of a draft that the server accepts, with the dot-separated paths of the rest. */
export interface SavableDraft {
  readonly draft: Draft;
  readonly unsaved_paths: readonly string[];
}

/**
 * Returns the part of a draft that can be saved, even if incomplete. An invalid name or slug keeps its saved value,
 * because both take effect immediately in live content. So do values that no draft may contain, such as `javascript:`
 * links.
 */
export function savableDraft(draft: Draft, base: Draft): SavableDraft {
  const read = parseDraft(draftSchema, draft, ["edition"]);
  if (read.outcome !== "invalid") return { draft, unsaved_paths: [] };
  const paths = read.issues.map(({ path }) => path);
  const inEdition = paths.filter(([first]) => first === "edition").map(([, ...rest]) => rest);
  const has = (field: string): boolean => paths.some(([first]) => first === field);
  return {
    draft: {
      name: has("name") ? base.name : draft.name,
      slug: has("slug") ? base.slug : draft.slug,
      edition: inEdition.length === 0 ? draft.edition : withoutInvalid(draft.edition, inEdition, base.edition),
    },
    unsaved_paths: paths.map(([first, ...rest]) => (first === "edition" ? rest : [first]).join(".")),
  };
}

/** Empties the texts at these paths. Falls back to the saved edition if it's still invalid. */
function withoutInvalid(
  edition: Draft["edition"],
  paths: readonly (readonly PropertyKey[])[],
  known: Draft["edition"],
): Draft["edition"] {
  const read = parseDraft(
    editionSchema,
    paths.reduce<unknown>((value, path) => withEmptyTexts(value, path), edition),
  );
  return read.outcome === "invalid" ? known : read.value;
}

function withEmptyTexts(value: unknown, [first, ...rest]: readonly PropertyKey[]): unknown {
  if (first === undefined) return typeof value === "string" ? "" : value;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === first ? withEmptyTexts(item, rest) : item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      key,
      key === first ? withEmptyTexts(item, rest) : item,
    ]),
  );
}
