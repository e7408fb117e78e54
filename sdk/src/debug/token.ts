/** The tokens of members' links as the server writes them into a URL: in the query, or as the entire fragment. */
const TOKENS_IN_URL = {
  fanfare_debug: /([?&#])fanfare_debug=([^&#]*)(&?)/,
  fanfare_build: /([?&#])fanfare_build=([^&#]*)(&?)/,
  fanfare_preview: /([?&#])fanfare_preview=([^&#]*)(&?)/,
} as const;
type TokenName = keyof typeof TOKENS_IN_URL;

/**
 * Returns the token of a member's link and the URL without it; undefined if there is none. The rest of the URL stays
 * unchanged.
 *
 * @example
 * findToken("https://shop.example/orders#fanfare_debug=e30.x", "fanfare_debug");
 * // { token: "e30.x", href: "https://shop.example/orders" }
 */
export function findToken(
  href: string,
  name: TokenName,
): { readonly token: string; readonly href: string } | undefined {
  const found = TOKENS_IN_URL[name].exec(href);
  if (found === null) return undefined;
  const [whole, lead, token = "", follows] = found;
  const rest = follows === "" || lead === "#" ? "" : (lead ?? "");
  return { token, href: href.replace(whole, rest) };
}

/** Removes the token from the URL, so that it isn't copied with it. Replaces the history entry and keeps its state. */
export function takeToken(window: Window, opened: string, name: TokenName): string | undefined {
  const found = findToken(opened, name);
  // The page may have navigated to another URL.
  const here = findToken(window.location.href, name);
  if (here !== undefined) window.history.replaceState(window.history.state, "", here.href);
  return found?.token;
}
