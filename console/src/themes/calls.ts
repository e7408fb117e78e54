import type { PutThemeRequest, ThemeDetail, ThemesResponse, ThemeUses } from "@fanfare/contract/schema/theme";
import type { Call } from "../api.ts";
import { segment } from "../query-text.ts";

/** The calls about themes. */
export function themeCalls(call: Call) {
  return {
    themes: (signal?: AbortSignal) => call<ThemesResponse>("GET", "themes", { signal }),
    theme: (id: string, signal?: AbortSignal) => call<ThemeDetail>("GET", `themes/${segment(id)}`, { signal }),
    themeUses: (id: string, signal?: AbortSignal) => call<ThemeUses>("GET", `themes/${segment(id)}/uses`, { signal }),
    createTheme: (body: PutThemeRequest) => call<ThemeDetail>("POST", "themes", { body }),
    putTheme: (id: string, revision: number, body: PutThemeRequest) =>
      call<ThemeDetail>("PUT", `themes/${segment(id)}`, { body, revision }),
    deleteTheme: (id: string) => call<undefined>("DELETE", `themes/${segment(id)}`),
    restoreTheme: (id: string) => call<ThemeDetail>("POST", `themes/${segment(id)}/restore`, { body: {} }),
    /** Null: the built-in one. */
    chooseTheme: (id: string | null) => call<undefined>("PUT", "default-theme", { body: { id } }),
  };
}
