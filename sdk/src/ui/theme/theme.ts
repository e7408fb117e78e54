import type { Cancel } from "@fanfare/contract/lib/clock";
import type { PageTheme, ThemeScheme } from "@fanfare/contract/theme/theme";
import type { OpenStagedPlayer, Page } from "../types.ts";
import { themeStyle } from "./theme-style.ts";

/** A theme as it is worn by what is open in a page. */
interface ThemeSheet {
  /** Dresses what is shown, for as long as it is. */
  readonly dress: (shadow: ShadowRoot) => Cancel;
  /** All that wears it, wears this from now on. */
  change(theme: PageTheme): void;
}

function openThemeSheet(window: Page["window"], first: PageTheme): ThemeSheet {
  const { document, CSSStyleSheet, MutationObserver } = window;
  const sheet = new CSSStyleSheet();
  let theme = first;
  let applied_id = 0;
  const sew = (): void => sheet.replaceSync(themeStyle(theme, hostScheme(document, theme)));
  const watch = new MutationObserver(sew);
  /** Nothing is watched while nothing is shown, nor for a theme that asks no attribute of its own. */
  const follow = (): void => {
    watch.disconnect();
    const name = hostAttribute(theme)?.name;
    if (applied_id === 0 || name === undefined) return;
    for (const each of [document.documentElement, document.body]) watch.observe(each, { attributeFilter: [name] });
  };
  sew();
  return {
    dress(shadow) {
      applied_id++;
      shadow.adoptedStyleSheets.push(sheet);
      sew();
      follow();
      return () => {
        applied_id--;
        follow();
      };
    },
    change(next) {
      theme = next;
      sew();
      follow();
    },
  };
}

/**
 * Opens in this theme whatever draws into a root of its own: a notice, a panel.
 *
 * @example
 * dressed(openToast, theme)(options);
 */
export function withTheme<Options extends Page, Opened>(
  open: (options: Options) => Opened,
  theme: PageTheme,
): (options: Options) => Opened {
  return (options) => open({ ...options, applyTheme: openThemeSheet(options.window, theme).dress });
}

/** A content in this theme, which follows every change of it; its confetti has the theme's colours where it names none. */
export function withContentTheme(open: OpenStagedPlayer, first: PageTheme): OpenStagedPlayer {
  return (options) => {
    let theme = first;
    const wardrobe = openThemeSheet(options.window, first);
    const handle = open({
      ...options,
      applyTheme: wardrobe.dress,
      celebrate: (preset, options_given) =>
        options.celebrate(preset, { ...options_given, colors: options_given.colors ?? theme.confetti }),
    });
    return Object.assign(handle, {
      setTheme(next: PageTheme) {
        if (next === theme) return;
        theme = next;
        wardrobe.change(next);
      },
    });
  };
}

const hostAttribute = ({ mode, host_attribute }: PageTheme) => (mode === "auto" ? host_attribute : undefined);

/** What the page says by the attribute that the theme asks; undefined where it has none. */
function hostScheme(document: Document, theme: PageTheme): ThemeScheme | undefined {
  const attribute = hostAttribute(theme);
  if (attribute === undefined) return undefined;
  const schemes = [document.documentElement, document.body].flatMap((each) => {
    const value = each.getAttribute(attribute.name);
    return value === null ? [] : value.split(/\s+/);
  });
  if (schemes.includes(attribute.dark)) return "dark";
  return schemes.length === 0 ? undefined : "light";
}
