import { BUILT_IN, type PageTheme } from "@fanfare/contract/theme";
import { pageTheme } from "@fanfare/contract/theme-derive";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useDoors } from "../doors.ts";
import { themeQueries } from "./queries.ts";

/** What a content wears that chooses this: undefined is the built-in theme, and what is not known yet. */
export function useWornTheme(choice: string | undefined): PageTheme | undefined {
  const { api } = useDoors();
  const { data } = useQuery(themeQueries.all(api));
  const chosen = data?.items.find(({ id }) => id === choice) ?? data?.items.find(({ is_default }) => is_default);
  const theme = choice === BUILT_IN ? undefined : chosen?.theme;
  return useMemo(() => theme && pageTheme(theme), [theme]);
}
