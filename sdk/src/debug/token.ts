/** How the token stands in an address, as the server writes it: in the query, or as the whole fragment. */
const TOKEN_IN_URL = /([?&#])fanfare_debug=([^&#]*)(&?)/;

/**
 * The token of a debug link, and the address without it; undefined where there is none. Everything else of the address
 * stays as it was written.
 *
 * @example
 * tokenIn("https://shop.example/orders#fanfare_debug=e30.x"); // { token: "e30.x", href: "https://shop.example/orders" }
 */
export function findToken(href: string): { readonly token: string; readonly href: string } | undefined {
  const found = TOKEN_IN_URL.exec(href);
  if (found === null) return undefined;
  const [whole, lead, token = "", follows] = found;
  const rest = follows === "" || lead === "#" ? "" : (lead ?? "");
  return { token, href: href.replace(whole, rest) };
}

/**
 * Takes the token out of the address, so that nobody copies it along. No entry is added to the history, and the entry that
 * the link made keeps the state that the page has given it.
 */
export function takeToken(window: Window, opened: string): string | undefined {
  const found = findToken(opened);
  // A page that has moved on meanwhile has an address of its own.
  const here = findToken(window.location.href);
  if (here !== undefined) window.history.replaceState(window.history.state, "", here.href);
  return found?.token;
}
