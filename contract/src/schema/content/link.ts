import { z } from "zod";
import { isSafeLink } from "../../text/safe-link.ts";
import { NEVER_SAVABLE } from "./draft.ts";

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
