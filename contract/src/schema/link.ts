import { z } from "zod";

const SAFE_SCHEMES = ["https:", "http:", "mailto:", "tel:"];

/** True for a link that no browser runs as script: a known scheme, or a path or fragment of the same site. */
export function isSafeLink(href: string): boolean {
  // Browsers strip these characters before they read the scheme: java\nscript: is javascript:.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f]/.test(href)) return false;
  // To a browser, both slashes are the same: /\host is another host, as //host is.
  if (/^[/#?]/.test(href)) return !/^\/[/\\]/.test(href);
  return SAFE_SCHEMES.some((scheme) => href.toLowerCase().startsWith(scheme));
}

export const linkSchema = z
  .string()
  .max(2_000)
  .refine(isSafeLink, "Use https:, http:, mailto:, tel: or a path that starts with a slash.");

export const imageSchema = z
  .string()
  .max(2_000)
  .refine(
    (url) => isSafeLink(url) && !/^(mailto|tel):/i.test(url),
    "Use https:, http: or a path that starts with a slash.",
  );
