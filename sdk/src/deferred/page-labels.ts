import type { Labels } from "../ui/types.ts";

/** Labels for what the page itself opens, in the given language. English needs no download. */
export async function pageLabels(own: Labels, tag: string): Promise<Labels> {
  if (tag === "" || tag.startsWith("en")) return own;
  return import("../ui/text/locales.ts").then(
    ({ loadLabels: wordsIn }) => wordsIn(tag, own),
    () => own,
  );
}
