import { useEffect, useRef } from "react";

/**
 * Adds changes to search parameters, also to those that the page doesn't show yet: a second change can follow before the
 * first one is rendered. The router's own previous parameters are those of the next page while it leaves this one.
 *
 * @example
 * const changed = useSearchChange(route.useSearch());
 * void navigate({ search: changed({ q: "promoter" }) });
 */
export function useSearchChange<Search extends object>(shown: Search): (change: Partial<Search>) => Search {
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  return (change) => {
    latest.current = { ...latest.current, ...change };
    return latest.current;
  };
}
