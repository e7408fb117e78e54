const LINK_SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/**
 * The address that a browser would go to, if its scheme cannot run anything; else null. The server refuses other
 * schemes too: this is the second door, read by the same parser that follows the link.
 *
 * @example
 * safeLink("/help", "https://shop.example/cart"); // "https://shop.example/help"
 * safeLink("java\nscript:alert(1)", "https://shop.example/"); // null
 */
export function safeLink(href: string, base: string): string | null {
  try {
    const url = new URL(href, base);
    return LINK_SCHEMES.includes(url.protocol) ? url.href : null;
  } catch {
    // Not an address at all.
    return null;
  }
}

/** As {@link safeLink}, for pictures: nobody is written to or called by looking at one. */
export function safePicture(url: string, base: string): string | null {
  const safe = safeLink(url, base);
  return safe?.startsWith("http") === true ? safe : null;
}
