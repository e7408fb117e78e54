import type { Decision } from "@fanfare/contract/schema/v1";
import type { OpenOnStage } from "../ui/types.ts";
import { exposing, showNothing } from "./experiment.ts";
import type { GuideDeps } from "./guide.ts";
import type { LoadPlayer } from "./types.ts";

/**
 * The player of what few contents are: an experiment, in two languages because a translation lacks some of its texts, or in
 * another language than English: `tongue`.
 */
export async function loadRarePlayer(
  decision: Decision,
  deps: Pick<GuideDeps, "note" | "actions" | "identity">,
  load: LoadPlayer,
  tongue: string | false,
): Promise<OpenOnStage> {
  const { variant, untranslated, edition } = decision;
  // Where the words cannot be had, they are English.
  const [words, plain] = await Promise.all([
    tongue && import("../ui/words.ts").then(({ wordsIn }) => wordsIn(tongue)).catch(() => ({})),
    variant === "holdout" ? showNothing : load(edition.body, deps),
  ]);
  const spoken: OpenOnStage = words
    ? (options) => plain({ ...options, labels: { ...words, ...options.labels } })
    : plain;
  const open = untranslated ? (await import("../ui/written-in.ts")).writtenIn(spoken, untranslated) : spoken;
  return variant ? exposing(open, decision, deps) : open;
}
