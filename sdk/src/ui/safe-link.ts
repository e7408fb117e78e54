const LINK_SCHEMES = ["https:", "http:", "mailto:", "tel:"];
const PICTURE_SCHEMES = ["https:", "http:"];

/**
 * The address that a browser would go to, if its scheme cannot run anything; else null. The server refuses other
 * schemes too: this is the second door, read by the same parser that follows the link.
 *
 * @example
 * safeLink("/help", "https://shop.example/cart"); // "https://shop.example/help"
 * safeLink("java\nscript:alert(1)", "https://shop.example/"); // null
 */
export function safeLink(href: string, base: string): string | null {
  return resolved(href, base, LINK_SCHEMES);
}

/** As {@link safeLink}, for pictures. */
export function safePicture(url: string, base: string): string | null {
  return resolved(url, base, PICTURE_SCHEMES);
}

function resolved(text: string, base: string, schemes: readonly string[]): string | null {
  try {
    const url = new URL(text, base);
    return schemes.includes(url.protocol) ? url.href : null;
  } catch {
    // Not an address at all.
    return null;
  }
}
