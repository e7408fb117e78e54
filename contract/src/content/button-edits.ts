import type { ButtonAction } from "./panel.ts";
import type { StepAction, StepButton } from "./tour.ts";

/** Creates a button's action, incomplete where it needs a name. */
export function newAction<Kind extends ButtonAction["kind"]>(kind: Kind): Extract<ButtonAction, { kind: Kind }>;
export function newAction(kind: ButtonAction["kind"]): ButtonAction {
  switch (kind) {
    case "link":
      return { kind, href: "/" };
    case "start":
      return { kind, content: "" };
    case "host":
      return { kind, name: "" };
    case "stay":
    case "suppress":
      return { kind };
    case "snooze":
      return { kind, hours: 24 };
  }
}

/** Creates the action of a step's button. `step_id`: the first choice of a step to go to. */
export function newStepAction(kind: StepAction["kind"], step_id: string): StepAction {
  switch (kind) {
    case "go_to":
      return { kind, step_id };
    case "link":
    case "start":
    case "host":
    case "stay":
    case "suppress":
    case "snooze":
      return newAction(kind);
    case "next":
    case "back":
    case "finish":
    case "close":
      return { kind };
  }
}

/** Swaps a button with the one before. Both keep the style that they were shown in. */
export function moveButtonUp(buttons: readonly StepButton[], index: number): readonly StepButton[] {
  const styled = buttons.map((button, at): StepButton => {
    const { style = at + 1 === buttons.length ? "primary" : "secondary" } = button;
    return { ...button, style };
  });
  return [...styled.slice(0, index - 1), ...styled.slice(index - 1, index + 1).reverse(), ...styled.slice(index + 1)];
}
