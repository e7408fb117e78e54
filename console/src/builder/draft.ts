import type { Body, Edition } from "@fanfare/contract/content";
import type { ContentDetail } from "@fanfare/contract/schema/api";
import { stepsOf as stepsOfBody } from "@fanfare/contract/stations";
import type { Step, TourBody } from "@fanfare/contract/tour";

/** What an author edits of a tour, and what autosave sends. */
export interface Draft {
  readonly name: string;
  readonly slug: string;
  readonly edition: Edition;
}

/** Everything that can be done to a draft. Each answers a new draft; the old one stays as it was. */
export type DraftAction =
  | { readonly kind: "rename"; readonly name: string }
  | { readonly kind: "set_slug"; readonly slug: string }
  /** At the end when `index` is left out. */
  | { readonly kind: "insert_step"; readonly step: Step; readonly index?: number }
  | { readonly kind: "change_step"; readonly step: Step }
  | { readonly kind: "duplicate_step"; readonly id: string; readonly copy_id: string }
  | { readonly kind: "move_step"; readonly id: string; readonly by: -1 | 1 }
  | { readonly kind: "remove_step"; readonly id: string }
  | { readonly kind: "set_tour"; readonly change: Partial<Pick<TourBody, "suppression" | "celebrate_on_completed">> }
  | { readonly kind: "set_rules"; readonly change: Partial<Omit<Edition, "body">> }
  | { readonly kind: "replace"; readonly draft: Draft };

export function draftOf(detail: ContentDetail): Draft {
  return { name: detail.name, slug: detail.slug, edition: detail.draft };
}

export function stepsOf(draft: Draft): readonly Step[] {
  return stepsOfBody(draft.edition.body);
}

/**
 * @example
 * reduceDraft(draft, { kind: "move_step", id: "stp_2", by: -1 });
 */
export function reduceDraft(draft: Draft, action: DraftAction): Draft {
  const steps = stepsOf(draft);
  switch (action.kind) {
    case "rename":
      return { ...draft, name: action.name };
    case "set_slug":
      return { ...draft, slug: action.slug };
    case "insert_step":
      return withSteps(draft, steps.toSpliced(action.index ?? steps.length, 0, action.step));
    case "change_step":
      return withSteps(
        draft,
        steps.map((step) => (step.id === action.step.id ? action.step : step)),
      );
    case "duplicate_step": {
      const index = indexOf(steps, action.id);
      const original = steps[index];
      if (original === undefined) return draft;
      return withSteps(draft, steps.toSpliced(index + 1, 0, { ...original, id: action.copy_id }));
    }
    case "move_step": {
      const from = indexOf(steps, action.id);
      const to = from + action.by;
      const step = steps[from];
      if (step === undefined || to < 0 || to >= steps.length) return draft;
      return withSteps(draft, steps.toSpliced(from, 1).toSpliced(to, 0, step));
    }
    case "remove_step":
      return withSteps(
        draft,
        steps.filter((step) => step.id !== action.id),
      );
    case "set_tour":
      return withBody(draft, { ...draft.edition.body, ...action.change });
    case "set_rules":
      return { ...draft, edition: { ...draft.edition, ...action.change } };
    case "replace":
      return action.draft;
  }
}

/** The step that is open after `id` went: the one that took its place, or the last. */
export function neighbourOf(steps: readonly Step[], id: string): string | undefined {
  const index = indexOf(steps, id);
  return (steps[index + 1] ?? steps[index - 1])?.id;
}

function indexOf(steps: readonly Step[], id: string): number {
  return steps.findIndex((step) => step.id === id);
}

function withSteps(draft: Draft, steps: readonly Step[]): Draft {
  const { body } = draft.edition;
  return body.type === "tour" ? withBody(draft, { ...body, steps }) : draft;
}

function withBody(draft: Draft, body: Body): Draft {
  return { ...draft, edition: { ...draft.edition, body } };
}
