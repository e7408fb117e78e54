/** The token as the server writes it into a URL: in the query, or as the entire fragment. */
const TOKEN_IN_URL = /([?&#])fanfare_debug=([^&#]*)(&?)/;

/**
 * Returns the token of a debug link and the URL without it; undefined if there is none. The rest of the URL stays
 * unchanged.
 *
 * @example
 * tokenIn("https://shop.example/orders#fanfare_debug=e30.x");
 * // { token: "e30.x", href: "https://shop.example/orders" }
 */
export function findToken(href: string): { readonly token: string; readonly href: string } | undefined {
  const found = TOKEN_IN_URL.exec(href);
  if (found === null) return undefined;
  const [whole, lead, token = "", follows] = found;
  const rest = follows === "" || lead === "#" ? "" : (lead ?? "");
  return { token, href: href.replace(whole, rest) };
}

/** Removes the token from the URL, so that it isn't copied with it. Replaces the history entry and keeps its state. */
export function takeToken(window: Window, opened: string): string | undefined {
  const found = findToken(opened);
  // The page may have navigated to another URL.
  const here = findToken(window.location.href);
  if (here !== undefined) window.history.replaceState(window.history.state, "", here.href);
  return found?.token;
}
