/**
 * Matches a URL against a pattern of `*` (any characters) and `?` (one character). Runs in `pattern × text` time at
 * worst and without regular expressions, so an author's pattern can't stall a page.
 * Patterns starting with `/` match the path (and the fragment, if the pattern has a `#`), ignoring a trailing slash.
 * Other patterns match the whole URL.
 *
 * @example
 * matchesUrl("/orders/*", "https://shop.example/orders/42?tab=1"); // true
 */
export function matchesUrl(pattern: string, url: string): boolean {
  if (!pattern.startsWith("/")) return matchesGlob(pattern, url);
  const { path, fragment } = partsOf(url);
  if (pattern.includes("#")) return matchesGlob(pattern, path + fragment);
  return matchesGlob(pattern, path) || matchesGlob(withoutSlash(pattern), withoutSlash(path));
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

function partsOf(url: string): { path: string; fragment: string } {
  const [before_fragment, fragment] = cutBefore("#", url);
  const [address] = cutBefore("?", before_fragment);
  const scheme_end = address.indexOf("://");
  // A path has no scheme. A URL without a path refers to its root.
  if (scheme_end === -1 || address.startsWith("/")) return { path: address, fragment };
  const path_start = address.indexOf("/", scheme_end + 3);
  return { path: path_start === -1 ? "/" : address.slice(path_start), fragment };
}

function cutBefore(symbol: string, text: string): readonly [before: string, rest: string] {
  const at = text.indexOf(symbol);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at)];
}

/** Two pointers with a single backtracking point: the last `*`. */
export function matchesGlob(pattern: string, text: string): boolean {
  let at_pattern = 0;
  let at_text = 0;
  let star = -1;
  let star_text = 0;
  while (at_text < text.length) {
    const symbol = pattern[at_pattern];
    if (symbol === "*") {
      star = at_pattern++;
      star_text = at_text;
    } else if (symbol === "?" || symbol === text[at_text]) {
      at_pattern++;
      at_text++;
    } else if (star !== -1) {
      at_pattern = star + 1;
      at_text = ++star_text;
    } else {
      return false;
    }
  }
  while (pattern[at_pattern] === "*") at_pattern++;
  return at_pattern === pattern.length;
}
