import type { Decision } from "@fanfare/contract/schema/v1";
import type { OpenOnStage } from "../ui/types.ts";
import { exposing, showNothing } from "./experiment.ts";
import type { GuideDeps } from "./guide.ts";
import type { LoadPlayer } from "./types.ts";

/** The player of what few contents are: an experiment, or in two languages because a translation lacks some of its texts. */
export async function loadRarePlayer(
  decision: Decision,
  deps: Pick<GuideDeps, "note" | "actions">,
  load: LoadPlayer,
): Promise<OpenOnStage> {
  const { variant, untranslated, edition } = decision;
  const plain = variant === "holdout" ? showNothing : await load(edition.body, deps.actions);
  const open = untranslated ? (await import("../ui/written-in.ts")).writtenIn(plain, untranslated) : plain;
  return variant ? exposing(open, decision, deps) : open;
}
