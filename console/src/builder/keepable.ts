import { editionSchema } from "@fanfare/contract/schema/content";
import { readDraft } from "@fanfare/contract/schema/draft";
import type { Draft } from "./draft.ts";
import { draftSchema } from "./draft-schema.ts";

/** What of a draft the server keeps, and the paths of what it does not, parted by dots. */
export interface Keepable {
  readonly draft: Draft;
  readonly held: readonly string[];
}

/**
 * The draft as it can be saved. One that is incomplete is saved as it is. A name or a slug that cannot be is left as the
 * server has it, since both are seen at once wherever the content is live; so is what no draft may hold, a link that runs
 * as script. The rest is saved without them.
 */
export function keepable(draft: Draft, base: Draft): Keepable {
  const read = readDraft(draftSchema, draft, ["edition"]);
  if (read.outcome !== "invalid") return { draft, held: [] };
  const paths = read.issues.map(({ path }) => path);
  const inEdition = paths.filter(([first]) => first === "edition").map(([, ...rest]) => rest);
  const has = (field: string): boolean => paths.some(([first]) => first === field);
  return {
    draft: {
      name: has("name") ? base.name : draft.name,
      slug: has("slug") ? base.slug : draft.slug,
      edition: inEdition.length === 0 ? draft.edition : without(draft.edition, inEdition, base.edition),
    },
    held: paths.map(([first, ...rest]) => (first === "edition" ? rest : [first]).join(".")),
  };
}

/** The edition with these texts empty; where that does not help, the one that the server has. */
function without(
  edition: Draft["edition"],
  paths: readonly (readonly PropertyKey[])[],
  known: Draft["edition"],
): Draft["edition"] {
  const read = readDraft(
    editionSchema,
    paths.reduce<unknown>((value, path) => withBlank(value, path), edition),
  );
  return read.outcome === "invalid" ? known : read.value;
}

function withBlank(value: unknown, [first, ...rest]: readonly PropertyKey[]): unknown {
  if (first === undefined) return typeof value === "string" ? "" : value;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === first ? withBlank(item, rest) : item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, key === first ? withBlank(item, rest) : item]),
  );
}
