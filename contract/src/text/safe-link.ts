const SAFE_SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/** True for links that browsers don't run as script: a known scheme, or a path or fragment of the same site. */
export function isSafeLink(href: string): boolean {
  // Browsers strip these characters before they read the scheme: java\nscript: is javascript:.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (/[\u0000-\u0020\u007f]/.test(href)) return false;
  // Browsers treat both slashes the same: /\host is another host, like //host.
  if (/^[/#?]/.test(href)) return !/^\/[/\\]/.test(href);
  return SAFE_SCHEMES.some((scheme) => href.toLowerCase().startsWith(scheme));
}
