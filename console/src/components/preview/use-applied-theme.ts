import { pageTheme } from "@fanfare/contract/theme/derive-theme";
import { BUILT_IN, type PageTheme } from "@fanfare/contract/theme/theme";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { themeQueries } from "../../lib/queries/themes.ts";

/** What a content wears that chooses this: undefined is the built-in theme, and what is not known yet. */
export function useAppliedTheme(choice: string | undefined): PageTheme | undefined {
  const { api } = useAppContext();
  const { data } = useQuery(themeQueries.all(api));
  const chosen = data?.items.find(({ id }) => id === choice) ?? data?.items.find(({ is_default }) => is_default);
  const theme = choice === BUILT_IN ? undefined : chosen?.theme;
  return useMemo(() => theme && pageTheme(theme), [theme]);
}
