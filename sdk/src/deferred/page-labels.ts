import type { Labels } from "../ui/types.ts";

/** The words of what the page itself shows, in the language of a tag; English asks for no file. */
export async function pageLabels(own: Labels, tag: string): Promise<Labels> {
  if (tag === "" || tag.startsWith("en")) return own;
  return import("../ui/text/locales.ts").then(
    ({ loadLabels: wordsIn }) => wordsIn(tag, own),
    () => own,
  );
}
