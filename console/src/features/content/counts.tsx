import { useEffect } from "react";
import { useApp } from "../../lib/app-context.ts";
import { contentQueryFilter } from "../../lib/queries/queries.ts";
import { type Choices, useFacet } from "../../lib/use-facet.ts";
import { facetQuery } from "./query.ts";
import type { ContentSearch } from "./search.ts";

/** How many contents the choices of each filter leave. */
export type ContentCounts = Readonly<Record<"type" | "status" | "tag", Choices>>;

interface CountingProps {
  readonly search: ContentSearch;
  readonly onCounts: (counts: ContentCounts) => void;
}

/** Counts for the filters of the list, once somebody is near them; it shows nothing itself. */
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
