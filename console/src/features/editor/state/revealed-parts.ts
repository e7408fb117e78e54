import type { Body } from "@fanfare/contract/content/body";
import { partsIn } from "@fanfare/contract/content/parts";
import { useState } from "react";
import type { EditorState } from "../../../model/draft/editor-state.ts";
import { INTRO, openPartId, THANKS } from "../../../model/draft/tabs.ts";

/** Parts whose issues show at their fields before the author leaves each field. */
export interface RevealedParts {
  readonly parts: ReadonlySet<string>;
  readonly revealAll: () => void;
  /** Whether the author changed something, left a field, or asked for issues. Until then, none are counted. */
  readonly counted: boolean;
  readonly onFieldLeft: () => void;
}

const formsOf = (body: Body): readonly string[] => [INTRO, THANKS, ...partsIn(body).map(({ id }) => id)];

/** New content and new parts show no issues until the author leaves them, or asks for them by publishing. */
export function useRevealedParts({ draft, server, can_undo }: EditorState, step: string | undefined): RevealedParts {
  const { body } = draft.edition;
  const [parts, setParts] = useState<ReadonlySet<string>>(() => new Set(server.revision > 1 ? formsOf(body) : []));
  const open = openPartId(body, step) ?? INTRO;
  const [left, setLeft] = useState(false);
  const [last, setLast] = useState(open);
  if (last !== open) {
    setLast(open);
    setParts(new Set([...parts, last]));
  }
  return {
    parts,
    revealAll: () => setParts(new Set(formsOf(body))),
    counted: left || can_undo || parts.size > 0,
    onFieldLeft: () => setLeft(true),
  };
}
