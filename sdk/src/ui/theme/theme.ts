import type { Cancel } from "@fanfare/contract/lib/clock";
import type { PageTheme, ThemeScheme } from "@fanfare/contract/theme/theme";
import { read } from "../../lib/native.ts";
import type { OpenStagedPlayer, Page } from "../types.ts";
import { themeStyle } from "./theme-style.ts";

interface ThemeSheet {
  /** Applies the theme to a root; returns a function that detaches it. */
  readonly dress: (shadow: ShadowRoot) => Cancel;
  change(theme: PageTheme): void;
}

function openThemeSheet(window: Page["window"], first: PageTheme): ThemeSheet {
  const { document, CSSStyleSheet, MutationObserver } = window;
  const sheet = new CSSStyleSheet();
  let theme = first;
  let applied_id = 0;
  const sew = (): void => sheet.replaceSync(themeStyle(theme, hostScheme(document, theme)));
  const watch = new MutationObserver(sew);
  /** Observes the page only while content is displayed and the theme depends on an attribute of the page. */
  const follow = (): void => {
    watch.disconnect();
    const name = hostAttribute(theme)?.name;
    if (applied_id === 0 || name === undefined) return;
    for (const each of [read(document, "documentElement"), read(document, "body")])
      watch.observe(each, { attributeFilter: [name] });
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
 * Wraps an opener so that its root uses this theme, such as a notice or a panel.
 *
 * @example
 * withTheme(openToast, theme)(options);
 */
export function withTheme<Options extends Page, Opened>(
  open: (options: Options) => Opened,
  theme: PageTheme,
): (options: Options) => Opened {
  return (options) => open({ ...options, applyTheme: openThemeSheet(options.window, theme).dress });
}

/** Applies a theme to content and follows its changes. Confetti uses the theme's colors by default. */
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

/** The color scheme from the page attribute that the theme uses; undefined if there is none. */
function hostScheme(document: Document, theme: PageTheme): ThemeScheme | undefined {
  const attribute = hostAttribute(theme);
  if (attribute === undefined) return undefined;
  const schemes = [read(document, "documentElement"), read(document, "body")].flatMap((each) => {
    const value = each.getAttribute(attribute.name);
    return value === null ? [] : value.split(/\s+/);
  });
  if (schemes.includes(attribute.dark)) return "dark";
  return schemes.length === 0 ? undefined : "light";
}
