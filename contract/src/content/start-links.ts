import type { Body } from "./body.ts";
import type { Edition } from "./content.ts";
import type { ResourceAction } from "./resource-center.ts";
import type { StepAction } from "./tour.ts";
import { variantBodies } from "./variants.ts";

/** A button that starts other content. */
export interface StartLink {
  /** ID of the step, panel, task, or resource with the button. */
  readonly part_id: string;
  /** Slug. */
  readonly content: string;
}

/**
 * Buttons that start other content, in reading order.
 *
 * @example
 * startLinks(checklist); // [{ part_id: "look_around", content: "welcome" }]
 */
export function startLinks(body: Body): readonly StartLink[] {
  return partsWithButtons(body).flatMap(({ id, actions }) =>
    actions.flatMap((action) => (action?.kind === "start" ? [{ part_id: id, content: action.content }] : [])),
  );
}

/** Slugs of content that buttons of any variant start, without duplicates. */
export function startedSlugs(edition: Pick<Edition, "body" | "experiment">): readonly string[] {
  return [...new Set(variantBodies(edition).flatMap((body) => startLinks(body).map(({ content }) => content)))];
}

interface PartWithButtons {
  readonly id: string;
  readonly actions: readonly (StepAction | ResourceAction | undefined)[];
}

function partsWithButtons(body: Body): readonly PartWithButtons[] {
  switch (body.type) {
    case "tour":
      return body.steps.map(({ id, buttons = [] }) => ({ id, actions: buttons.map(({ action }) => action) }));
    case "hint":
      return [{ id: body.panel.id, actions: [body.panel.button?.action] }];
    case "announcement":
      return body.panels.map(({ id, button }) => ({ id, actions: [button?.action] }));
    case "checklist":
      return body.tasks.map(({ id, button }) => ({ id, actions: [button?.action] }));
    case "resource_center":
      return body.resources.map(({ id, action }) => ({ id, actions: [action] }));
    case "survey":
    case "celebration":
      return [];
  }
}
