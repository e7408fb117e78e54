import { pageTheme } from "@fanfare/contract/theme/derive-theme";
import { BUILT_IN, type PageTheme } from "@fanfare/contract/theme/theme";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useAppContext } from "../../lib/app-context.ts";
import { themeQueries } from "../../lib/queries/themes.ts";

/** Resolves a content's theme choice. Undefined is the built-in theme, also while loading. */
export function useAppliedTheme(choice: string | undefined): PageTheme | undefined {
  const { api } = useAppContext();
  const { data } = useQuery(themeQueries.all(api));
  const chosen = data?.items.find(({ id }) => id === choice) ?? data?.items.find(({ is_default }) => is_default);
  const theme = choice === BUILT_IN ? undefined : chosen?.theme;
  return useMemo(() => theme && pageTheme(theme), [theme]);
}
