import type { Rule } from "../targeting/rule.ts";
import type { Body } from "./body.ts";
import type { Edition } from "./content.ts";
import type { ActionButton, ButtonBase } from "./panel.ts";
import type { Resource } from "./resource-center.ts";
import type { Step, StepButton } from "./tour.ts";
import { variantBodies } from "./variants.ts";

/** Other content that a part starts, opens, or shows. */
export interface StartLink {
  /** ID of the step, panel, task, or resource. */
  readonly part_id: string;
  /** Slug. */
  readonly content: string;
}

/**
 * Buttons that start or open other content, in reading order.
 *
 * @example
 * startLinks(checklist); // [{ part_id: "look_around", content: "welcome" }]
 */
export function startLinks(body: Body): readonly StartLink[] {
  return partsWithButtons(body).flatMap(({ id, buttons }) =>
    buttons.flatMap((button) =>
      [...(button.before ?? []), button.action].flatMap((action) =>
        action.kind === "start" || action.kind === "resource_center" ? [{ part_id: id, content: action.content }] : [],
      ),
    ),
  );
}

/**
 * Checklists that a resource center shows, in its order. Nobody starts them: who they're for and how often still applies.
 *
 * @example
 * listedChecklists(help); // [{ part_id: "start", content: "first-steps" }]
 */
export function listedChecklists(body: Body): readonly StartLink[] {
  if (body.type !== "resource_center") return [];
  return body.resources.flatMap(({ id, action }) =>
    action.kind === "checklist" ? [{ part_id: id, content: action.content }] : [],
  );
}

/** Slugs of content that buttons of any variant start, without duplicates. */
export function startedSlugs(edition: Pick<Edition, "body" | "experiment">): readonly string[] {
  return [...new Set(variantBodies(edition).flatMap((body) => startLinks(body).map(({ content }) => content)))];
}

/** Whether any of its buttons does more than one thing, or an action that players leave to others. */
export function hasButtonActions(body: Body): boolean {
  return partsWithButtons(body).some(({ buttons }) => buttons.some(isExtended));
}

const OUTSIDE_PLAYERS: readonly string[] = ["stay", "suppress", "snooze", "checklist"];

export function isExtended({ action, before, condition }: AnyButton): boolean {
  return before !== undefined || condition !== undefined || OUTSIDE_PLAYERS.includes(action.kind);
}

/** Conditions of the buttons of all variants. */
export function buttonRules(edition: Pick<Edition, "body" | "experiment">): readonly Rule[] {
  return variantBodies(edition)
    .flatMap(partsWithButtons)
    .flatMap(({ buttons }) => buttons.flatMap(({ condition }) => condition?.rule ?? []));
}

/** Replaces the buttons of a body's steps, panels, and tasks. `undefined` removes one. */
export function mapButtons(
  body: Body,
  map: <Button extends ActionButton | StepButton>(button: Button) => Button | undefined,
): Body {
  const inPart = <Part extends { readonly button?: ActionButton | undefined }>({ button, ...part }: Part) => {
    const mapped = button && map(button);
    return mapped === undefined ? part : { ...part, button: mapped };
  };
  switch (body.type) {
    case "tour":
      return { ...body, steps: body.steps.map((step) => mapStepButtons(step, map)) };
    case "hint":
      return { ...body, panel: inPart(body.panel) };
    case "announcement":
      return { ...body, panels: body.panels.map(inPart) };
    case "checklist":
      return { ...body, tasks: body.tasks.map(inPart) };
    case "resource_center":
    case "survey":
    case "celebration":
      return body;
  }
}

export function mapStepButtons(step: Step, map: (button: StepButton) => StepButton | undefined): Step {
  return step.buttons === undefined ? step : { ...step, buttons: step.buttons.flatMap((button) => map(button) ?? []) };
}

/** The entries of a resource center are buttons too. */
type AnyButton = Pick<ButtonBase, "before" | "condition"> & {
  readonly action: (StepButton | ActionButton | Resource)["action"];
};

interface PartWithButtons {
  readonly id: string;
  readonly buttons: readonly AnyButton[];
}

function partsWithButtons(body: Body): readonly PartWithButtons[] {
  const one = ({ id, button }: { readonly id: string; readonly button?: ActionButton | undefined }) => ({
    id,
    buttons: button === undefined ? [] : [button],
  });
  switch (body.type) {
    case "tour":
      return body.steps.map(({ id, buttons = [] }) => ({ id, buttons }));
    case "hint":
      return [one(body.panel)];
    case "announcement":
      return body.panels.map(one);
    case "checklist":
      return body.tasks.map(one);
    case "resource_center":
      return body.resources.map(({ id, action }) => ({ id, buttons: [{ action }] }));
    case "survey":
    case "celebration":
      return [];
  }
}
