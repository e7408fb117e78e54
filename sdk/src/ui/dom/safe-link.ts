const LINK_SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/**
 * Returns the resolved URL if its scheme can't run code; otherwise null. The server rejects other schemes, too; this
 * second check uses the parser that follows the link.
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
    // Not a valid URL.
    return null;
  }
}

/** Same as {@link safeLink}, for images: allows only http and https. */
export function safePicture(url: string, base: string): string | null {
  const safe = safeLink(url, base);
  return safe?.startsWith("http") === true ? safe : null;
}
