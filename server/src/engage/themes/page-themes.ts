import type { AppId } from "@fanfare/contract/lib/ids";
import { pageTheme } from "@fanfare/contract/theme/derive-theme";
import { BUILT_IN, DEFAULT_THEME, type PageTheme, type PageThemes } from "@fanfare/contract/theme/theme";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import type { Log } from "../../lib/log.ts";
import { allThemes } from "../../store/statements/content/themes.ts";
import type { Store } from "../../store/store.ts";
import { parseTheme } from "./themes.ts";

/** Workspace themes as used by pages: by ID, plus the default. */
export interface UsedThemes {
  /** Returns the theme reference of an item: an existing ID, `built_in`, or undefined. */
  choice(wanted: string | undefined): string | undefined;
  /** Returns the themes that these choices need, plus the default. Undefined if all use the built-in theme. */
  needed(choices: readonly (string | undefined)[]): PageThemes | undefined;
  /** All of them, for a page where an author chooses one. */
  all(): PageThemes | undefined;
}

export type ReadPageThemes = (app: AppRecord) => Promise<UsedThemes>;

/**
 * Cached until the app's `config_version` changes, which every theme change raises. The console's own app uses the
 * console's colors.
 *
 * @example
 * const themes = await createPageThemes({ store, log })(app);
 * themes.needed([themes.choice(edition.theme)]);
 */
export function createPageThemes(deps: { readonly store: Store; readonly log: Log }): ReadPageThemes {
  const cache = new Map<AppId, { readonly config_version: number; readonly themes: Promise<UsedThemes> }>();
  return (app) => {
    if (app.system) return NO_THEMES;
    const known = cache.get(app.id);
    if (known !== undefined && known.config_version === app.config_version) return known.themes;
    const themes = readThemes(deps);
    cache.set(app.id, { config_version: app.config_version, themes });
    themes.catch(() => {
      if (cache.get(app.id)?.themes === themes) cache.delete(app.id);
    });
    return themes;
  };
}

async function readThemes({ store, log }: { readonly store: Store; readonly log: Log }): Promise<UsedThemes> {
  const used = new Map<string, PageTheme>();
  for (const row of await allThemes(store.db)) {
    const theme = parseTheme(row);
    if (theme === undefined) {
      log.error("theme_unreadable", { theme_id: row.id });
      continue;
    }
    used.set(row.id, pageTheme(theme));
    if (row.is_default === 1) used.set(DEFAULT_THEME, pageTheme(theme));
  }
  return usedThemes(used);
}

function usedThemes(used: ReadonlyMap<string, PageTheme>): UsedThemes {
  return {
    all: () => (used.size === 0 ? undefined : Object.fromEntries(used)),
    choice: (theme_id) =>
      theme_id === BUILT_IN || (theme_id !== undefined && used.has(theme_id)) ? theme_id : undefined,
    needed(choices) {
      const ids = [...new Set([DEFAULT_THEME, ...choices])];
      const found = ids.flatMap((id) => {
        const theme = id === undefined ? undefined : used.get(id);
        return id === undefined || theme === undefined ? [] : [[id, theme] as const];
      });
      return found.length === 0 ? undefined : Object.fromEntries(found);
    },
  };
}

const NO_THEMES = Promise.resolve(usedThemes(new Map()));
