import type { Edition } from "@fanfare/contract/content/content";
import type { Draft } from "@fanfare/contract/draft/draft-merge";
import type { ContentDetail } from "@fanfare/contract/schema/responses/content/content";

export function draftFrom(detail: ContentDetail): Draft {
  // Safe cast: the same edition except for numbers, which are null in JSON while empty. The end of a survey stays null.
  return { name: detail.name, slug: detail.slug, edition: withNumbers(detail.draft) as Edition };
}

function withNumbers(value: unknown): unknown {
  if (value === null) return Number.NaN;
  if (Array.isArray(value)) return value.map(withNumbers);
  if (typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, isEnd(key, item) ? item : withNumbers(item)]),
  );
}

/** Where a branch leads to the end. */
const isEnd = (key: string, item: unknown): boolean => key === "go_to" && item === null;
