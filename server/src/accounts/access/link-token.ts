/**
 * Adds a token to the URL of a page that belongs to a customer. It's in the fragment, which browsers don't send to
 * servers, or in the query if the page already has a fragment. The rest of the URL stays unchanged. The SDK's core
 * removes it when it starts (sdk/src/client/client.ts).
 *
 * @param token Starts with the key of its app, because a page may have several.
 *
 * @example
 * addToken("https://shop.example/#/orders", "fanfare_build", "shop.c0de");
 * // "https://shop.example/?fanfare_build=shop.c0de#/orders"
 */
export function addToken(
  page_url: string,
  parameter: "fanfare_build" | "fanfare_debug" | "fanfare_preview",
  token: `${string}.${string}`,
): string {
  const url = new URL(page_url);
  if (url.hash === "") url.hash = `${parameter}=${token}`;
  else url.search = `${url.search === "" ? "?" : `${url.search}&`}${parameter}=${token}`;
  return url.href;
}
