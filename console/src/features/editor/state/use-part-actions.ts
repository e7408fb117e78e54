import { type Part, partsIn } from "@fanfare/contract/content/parts";
import { limits } from "@fanfare/contract/limits";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { asIs, t } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { type DraftAction, neighborOf } from "../../../model/draft/draft-action.ts";
import type { EditorStore } from "../../../model/draft/editor-store.ts";
import { newPart } from "../../../model/draft/new-part.ts";
import { newPartId } from "../../../model/draft/part-id.ts";
import { PART_LABELS } from "../../../model/draft/part-labels.ts";
import { partTitle } from "../../../model/draft/parts.ts";
import { announce } from "../../../ui/elements/announcer.tsx";
import { useEditor } from "./editor-context.ts";

export interface PartActions {
  add(): void;
  duplicate(part: Part): void;
  /** Moves it by a number of places, back if negative. */
  move(part: Part, by: number): void;
  remove(part: Part): void;
}

const PARTS_MAX = {
  tour: limits.steps_max,
  hint: 1,
  announcement: limits.panels_max,
  checklist: limits.tasks_max,
  survey: limits.questions_max,
  celebration: 0,
  resource_center: limits.resources_max,
} as const;

function closeToast(id: string | undefined): void {
  if (id !== undefined) toast.close(id);
}

const FOCUS_SELECTORS = { title: asIs("#step-title"), list: asIs("[data-step-link][aria-current]") } as const;
type FocusTarget = keyof typeof FOCUS_SELECTORS;

function focusAfterPaint(target: FocusTarget): void {
  requestAnimationFrame(() => {
    const element = document.querySelector(FOCUS_SELECTORS[target]);
    if (element instanceof HTMLElement) element.focus();
    if (element instanceof HTMLInputElement) element.select();
  });
}

/** Opens a part and focuses its title or list entry. */
function useOpenPart(): (id: string | undefined, focus: FocusTarget) => void {
  const navigate = useNavigate({ from: "/$app/content/$id" });
  return useCallback(
    (id, focus) =>
      void navigate({ search: (search) => ({ ...search, step: id }), replace: true, resetScroll: false }).then(() =>
        focusAfterPaint(focus),
      ),
    [navigate],
  );
}

/** The same object while the editor is open, so that typing renders no row of the list again. */
export function usePartActions(): PartActions {
  const { store, dispatch } = useEditor();
  const open = useOpenPart();
  const undo = useRef<string>(undefined);
  // The undo toast belongs to this screen, so it closes on unmount.
  useEffect(() => () => closeToast(undo.current), []);
  return useMemo(() => createPartActions(store, dispatch, open, undo), [store, dispatch, open]);
}

function createPartActions(
  store: EditorStore,
  dispatch: (action: DraftAction) => void,
  open: ReturnType<typeof useOpenPart>,
  undo: { current: string | undefined },
): PartActions {
  const now = () => {
    const { body } = store.state().draft.edition;
    return { type: body.type, parts: partsIn(body) };
  };
  const full = (): boolean => {
    const { type, parts } = now();
    if (parts.length < PARTS_MAX[type]) return false;
    toast.note({ title: PART_LABELS[type].atMost(PARTS_MAX[type]) });
    return true;
  };

  return {
    add() {
      if (full()) return;
      const { type, parts } = now();
      const part = newPart(type, newPartId(type), parts.length + 1);
      dispatch({ kind: "insert_part", part });
      open(part.id, "title");
    },
    duplicate(part) {
      if (full()) return;
      const { type } = now();
      const copy_id = newPartId(type);
      dispatch({ kind: "duplicate_part", id: part.id, copy_id });
      open(copy_id, "title");
      announce(t("{title} duplicated", { title: partTitle(part, type) }));
    },
    move(part, by) {
      const focused = document.activeElement;
      flushSync(() => dispatch({ kind: "move_part", id: part.id, by }));
      // An entry that moves in the document loses the focus.
      if (focused instanceof HTMLElement) focused.focus();
      const { type, parts } = now();
      const place = parts.findIndex((each) => each.id === part.id) + 1;
      announce(PART_LABELS[type].movedTo(place, parts.length, partTitle(part, type)));
    },
    remove(part) {
      const { type, parts } = now();
      const index = parts.findIndex((each) => each.id === part.id);
      closeToast(undo.current);
      dispatch({ kind: "remove_part", id: part.id });
      open(neighborOf(parts, part.id), "list");
      undo.current = toast.note({
        title: t("“{title}” deleted", { title: partTitle(part, type) }),
        action: {
          label: t("Undo"),
          onClick() {
            dispatch({ kind: "insert_part", part, index });
            open(part.id, "list");
          },
        },
      });
    },
  };
}
