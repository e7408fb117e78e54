/** The tokens of members' links as the server writes them into a URL: in the query, or as the entire fragment. */
const TOKENS_IN_URL = {
  fanfare_debug: /[?&#]fanfare_debug=([^.&#]*)\.?([^&#]*)/,
  fanfare_build: /[?&#]fanfare_build=([^.&#]*)\.?([^&#]*)/,
  fanfare_preview: /[?&#]fanfare_preview=([^.&#]*)\.?([^&#]*)/,
} as const;

/**
 * Returns the token of a member's link and the key of its app; undefined if there is none. The core has removed it from
 * the page's URL by then.
 *
 * @param opened The page's URL when the SDK started.
 *
 * @example
 * findToken("https://shop.example/orders#fanfare_build=shop.c0de", "fanfare_build"); // { owner: "shop", token: "c0de" }
 */
export function findToken(
  opened: string,
  name: keyof typeof TOKENS_IN_URL,
): { readonly owner: string; readonly token: string } | undefined {
  const found = TOKENS_IN_URL[name].exec(opened);
  if (found === null) return undefined;
  const [, owner = "", token = ""] = found;
  return { owner, token };
}
