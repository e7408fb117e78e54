import { useEffect } from "react";
import { useApp } from "../../lib/app-context.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { type Choices, useFacet } from "../../lib/use-facet.ts";
import { facetQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

/** Number of items for each filter option. */
export type ContentCounts = Readonly<Record<"type" | "status" | "tag", Choices>>;

interface CountingProps {
  readonly search: ContentSearch;
  readonly onCounts: (counts: ContentCounts) => void;
}

/** Loads the filter counts when the pointer or focus is near. Renders nothing. */
export default function Counting({ search, onCounts }: CountingProps) {
  const { id } = useApp();
  const of = (by: keyof ContentCounts) =>
    ({
      key: contentQueryFilter(id).queryKey,
      list: "contents",
      query: facetQuery(id, search, by),
      at_once: true,
    }) as const;
  const { choices: type } = useFacet(of("type"));
  const { choices: status } = useFacet(of("status"));
  const { choices: tag } = useFacet(of("tag"));
  useEffect(() => onCounts({ type, status, tag }), [type, status, tag, onCounts]);
  return null;
}
