import { limits } from "@fanfare/contract/limits";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { t } from "../language/t.ts";
import { announce } from "../ui/announcer.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { neighbourOf } from "./draft.ts";
import { newPart } from "./new-part.ts";
import { newPartId } from "./part-id.ts";
import { PART_WORDS } from "./part-words.ts";
import { type Part, partsOf, partTitle } from "./parts.ts";

/** What can be done with a part as a whole. */
export interface PartMoves {
  add(): void;
  duplicate(part: Part): void;
  move(part: Part, by: -1 | 1): void;
  remove(part: Part): void;
}

const PARTS_MAX = {
  tour: limits.steps_max,
  hint: 1,
  announcement: limits.panels_max,
  checklist: limits.tasks_max,
  survey: limits.questions_max,
  celebration: 0,
} as const;

function closeToast(id: string | undefined): void {
  if (id !== undefined) toast.close(id);
}

export function usePartMoves(): PartMoves {
  const { store, dispatch } = useBuilder();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const undo = useRef<string>(undefined);
  // An offer to undo is about what is on the screen: it goes when the screen goes.
  useEffect(() => () => closeToast(undo.current), []);

  const now = () => {
    const { body } = store.state().draft.edition;
    return { type: body.type, parts: partsOf(body) };
  };
  const show = (step: string | undefined, focus?: "title" | "list"): void => {
    void navigate({ search: (search) => ({ ...search, step }), replace: true, resetScroll: false }).then(() => {
      if (focus === undefined) return;
      requestAnimationFrame(() => {
        const selector = focus === "title" ? "#step-title" : "[data-step-link][aria-current]";
        const element = document.querySelector(selector);
        if (element instanceof HTMLElement) element.focus();
        if (element instanceof HTMLInputElement) element.select();
      });
    });
  };
  const full = (): boolean => {
    const { type, parts } = now();
    if (parts.length < PARTS_MAX[type]) return false;
    toast.note({ title: PART_WORDS[type].atMost(PARTS_MAX[type]) });
    return true;
  };

  return {
    add() {
      if (full()) return;
      const { type, parts } = now();
      const part = newPart(type, newPartId(type), parts.length + 1);
      dispatch({ kind: "insert_part", part });
      show(part.id, "title");
    },
    duplicate(part) {
      if (full()) return;
      const { type } = now();
      const copy_id = newPartId(type);
      dispatch({ kind: "duplicate_part", id: part.id, copy_id });
      show(copy_id, "title");
      announce(t("Copied {title}.", { title: partTitle(part, type) }));
    },
    move(part, by) {
      dispatch({ kind: "move_part", id: part.id, by });
      const { type, parts } = now();
      const place = parts.findIndex((each) => each.id === part.id) + 1;
      announce(PART_WORDS[type].movedTo(place, parts.length, partTitle(part, type)));
    },
    remove(part) {
      const { type, parts } = now();
      const index = parts.findIndex((each) => each.id === part.id);
      const neighbour = neighbourOf(parts, part.id);
      closeToast(undo.current);
      dispatch({ kind: "remove_part", id: part.id });
      show(neighbour, "list");
      undo.current = toast.note({
        title: t("“{title}” was deleted", { title: partTitle(part, type) }),
        action: {
          label: t("Undo"),
          onClick() {
            dispatch({ kind: "insert_part", part, index });
            show(part.id, "list");
          },
        },
      });
    },
  };
}
