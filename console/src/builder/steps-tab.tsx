import { systemClock } from "@fanfare/contract/clock";
import { uuidv7 } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { systemRng } from "@fanfare/contract/rng";
import type { Step } from "@fanfare/contract/tour";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEffect, useRef } from "react";
import { announce } from "../ui/announcer.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { toast } from "../ui/toast.tsx";
import { useBuilder } from "./context.ts";
import { neighbourOf, stepsOf } from "./draft.ts";
import { PreviewPane } from "./preview-pane.tsx";
import { StepForm } from "./step-form.tsx";
import { StepList } from "./step-list.tsx";
import { newStep, stepTitle } from "./steps.ts";

const route = getRouteApi("/$app/content/$id");

/** What can be done with a step as a whole. */
export interface StepMoves {
  add(): void;
  duplicate(step: Step): void;
  move(step: Step, by: -1 | 1): void;
  remove(step: Step): void;
}

export function StepsTab() {
  const { state, read_only } = useBuilder();
  const { step: wanted } = route.useSearch();
  const steps = stepsOf(state.draft);
  const index = Math.max(
    0,
    steps.findIndex((step) => step.id === wanted),
  );
  const open = steps[index];
  const moves = useStepMoves();

  if (open === undefined) {
    return (
      <EmptyState
        title="This tour has no steps"
        actions={
          !read_only && (
            <Button look="primary" icon={<Plus />} onClick={moves.add}>
              Add a step
            </Button>
          )
        }
      >
        A step is one card: a title, a few words, and the place it points at.
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 flex-1 md:grid-cols-[13rem_minmax(0,1fr)] xl:grid-cols-[14.5rem_minmax(0,1fr)_minmax(0,28rem)]">
      <StepList steps={steps} open={open.id} moves={moves} />
      <StepForm key={open.id} step={open} index={index} moves={moves} />
      <PreviewPane step_id={open.id} />
    </div>
  );
}

function closeToast(id: string | undefined): void {
  if (id !== undefined) toast.close(id);
}

const newId = (): string => `stp_${uuidv7(systemClock, systemRng)}`;

function useStepMoves(): StepMoves {
  const { store, dispatch } = useBuilder();
  const navigate = useNavigate({ from: "/$app/content/$id" });
  const undo = useRef<string>(undefined);
  // An offer to undo is about what is on the screen: it goes when the screen goes.
  useEffect(() => () => closeToast(undo.current), []);

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

  return {
    add() {
      const count = stepsOf(store.state().draft).length;
      if (count >= limits.steps_max) {
        toast.note({ title: `A tour has at most ${limits.steps_max} steps` });
        return;
      }
      const step = newStep(newId(), `Step ${count + 1}`);
      dispatch({ kind: "insert_step", step });
      show(step.id, "title");
    },
    duplicate(step) {
      const copy_id = newId();
      dispatch({ kind: "duplicate_step", id: step.id, copy_id });
      show(copy_id, "title");
      announce(`Copied ${stepTitle(step)}.`);
    },
    move(step, by) {
      dispatch({ kind: "move_step", id: step.id, by });
      const steps = stepsOf(store.state().draft);
      const place = steps.findIndex((each) => each.id === step.id) + 1;
      announce(`${stepTitle(step)} is now step ${place} of ${steps.length}.`);
    },
    remove(step) {
      const steps = stepsOf(store.state().draft);
      const index = steps.findIndex((each) => each.id === step.id);
      const neighbour = neighbourOf(steps, step.id);
      closeToast(undo.current);
      dispatch({ kind: "remove_step", id: step.id });
      show(neighbour, "list");
      undo.current = toast.note({
        title: `“${stepTitle(step)}” was deleted`,
        action: {
          label: "Undo",
          onClick() {
            dispatch({ kind: "insert_step", step, index });
            show(step.id, "list");
          },
        },
      });
    },
  };
}
