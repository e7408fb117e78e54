import { z } from "zod";
import { NEVER_SAVABLE } from "./draft.ts";

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

/** True for schemes that run script or render a page from the URL itself. */
function isScript(href: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  return /^(?:javascript|vbscript|data):/i.test(href.replaceAll(/[\u0000-\u0020\u007f]/g, ""));
}

const LINKS = "Use https:, http:, mailto:, tel:, or a path that starts with a slash.";
const IMAGES = "Use https:, http:, or a path that starts with a slash.";
const addressSchema = (error: string) =>
  z
    .string()
    .max(2_000)
    .refine((href) => !isScript(href), { error, params: NEVER_SAVABLE, abort: true });

export const linkSchema = addressSchema(LINKS).refine(isSafeLink, LINKS);

export const imageSchema = addressSchema(IMAGES).refine(
  (url) => isSafeLink(url) && !/^(mailto|tel):/i.test(url),
  IMAGES,
);

/** For content that browsers load in a frame. */
export const frameSchema = addressSchema("Use https:.");
