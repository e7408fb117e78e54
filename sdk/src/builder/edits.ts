import type { Block } from "@fanfare/contract/content/block";
import type { Body } from "@fanfare/contract/content/body";
import type { Edition } from "@fanfare/contract/content/content";
import { type Part, partsIn, withParts } from "@fanfare/contract/content/parts";
import type { Step, StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import type { Target } from "@fanfare/contract/target/target";
import type { TriedTarget } from "@fanfare/contract/target/target-trial";

/** Pure changes of a draft. Each returns the same object if nothing changes. */
export type Edit = (edition: Edition) => Edition;

export type AnchoredStep = Extract<Step, { readonly kind: "anchored" }>;

export function partOf(edition: Edition, id: string): Part | undefined {
  return partsIn(edition.body).find((part) => part.id === id);
}

export function tourStepsOf({ body }: Edition): readonly Step[] {
  return body.type === "tour" ? body.steps : [];
}

/** The step with this ID, if it's a tour's. */
export function stepOf({ body }: Edition, id: string): Step | undefined {
  return body.type === "tour" ? body.steps.find((step) => step.id === id) : undefined;
}

export function targetOf({ body }: Edition, id: string): Target | undefined {
  if (body.type === "hint") return body.target;
  const step = body.type === "tour" ? body.steps.find((each) => each.id === id) : undefined;
  return step?.kind === "anchored" ? step.target : undefined;
}

/** The console adds a way without a value, in which members enter one or pick an element. */
export function isChosen({ strategies }: Target): boolean {
  return strategies.some((way) => (way.kind === "role_name" ? way.name : way.value));
}

export const setTitle = (id: string, title: string): Edit => editPart(id, (part) => ({ ...part, title }));

export const setBlocks = (id: string, blocks: readonly Block[]): Edit =>
  editPart(id, (part) => ("blocks" in part ? { ...part, blocks } : part));

export const changeStep =
  (id: string, change: (step: Step) => Step): Edit =>
  (edition) =>
    edition.body.type === "tour"
      ? withBody(edition, {
          ...edition.body,
          steps: edition.body.steps.map((step) => (step.id === id ? change(step) : step)),
        })
      : edition;

export const setNextLabel = (id: string, label: string): Edit =>
  changeStep(id, ({ next_label: _, ...step }) => (label === "" ? step : { ...step, next_label: label }));

/** Undefined for the standard buttons. */
export const setButtons = (id: string, buttons: readonly StepButton[] | undefined): Edit =>
  changeStep(id, ({ buttons: _, ...step }) => (buttons === undefined ? step : { ...step, buttons }));

/** Points a step or hint at an element. Other kinds of steps become steps with a target. */
export const setTarget =
  (id: string, target: Target): Edit =>
  (edition) =>
    edition.body.type === "hint"
      ? withBody(edition, { ...edition.body, target })
      : changeStep(id, (step) => ({ ...asAnchored(step, target), target }))(edition);

export const insertStep =
  (step: Step, index: number): Edit =>
  (edition) =>
    edition.body.type === "tour" && edition.body.steps.length < limits.steps_max
      ? withBody(edition, { ...edition.body, steps: edition.body.steps.toSpliced(index, 0, step) })
      : edition;

export const removePart =
  (id: string): Edit =>
  (edition) => {
    const parts = partsIn(edition.body);
    return parts.length < 2
      ? edition
      : withBody(
          edition,
          withParts(
            edition.body,
            parts.filter((part) => part.id !== id),
          ),
        );
  };

export const movePart =
  (id: string, by: -1 | 1): Edit =>
  (edition) => {
    const parts = partsIn(edition.body);
    const from = parts.findIndex((part) => part.id === id);
    const part = parts[from];
    const to = from + by;
    if (part === undefined || to < 0 || to >= parts.length) return edition;
    return withBody(edition, withParts(edition.body, parts.toSpliced(from, 1).toSpliced(to, 0, part)));
  };

/** The target that was picked, without the results of its trials. */
export function targetIn({ target: { failed: _, ...target } }: { readonly target: TriedTarget }): Target {
  return { ...target, picked: true };
}

/** A new step that points at an element. */
export function newStep(id: string, title: string, target: Target): AnchoredStep {
  return asAnchored({ kind: "centered", id, title, blocks: [] }, target);
}

function asAnchored(step: Step, target: Target): AnchoredStep {
  if (step.kind === "anchored") return step;
  const { id, title, blocks, next_label, buttons, advance, skip_if, prepare } = step;
  return {
    ...{ id, title, blocks, kind: "anchored", target, placement: "auto", wait_ms: limits.step_wait_ms_default },
    ...{ on_missing: "skip", interaction: "allow" },
    ...(next_label === undefined ? {} : { next_label }),
    ...(buttons === undefined ? {} : { buttons }),
    ...(advance === undefined ? {} : { advance }),
    ...(skip_if === undefined ? {} : { skip_if }),
    ...(prepare === undefined ? {} : { prepare }),
  };
}

const editPart =
  (id: string, change: (part: Part) => Part): Edit =>
  (edition) =>
    withBody(
      edition,
      withParts(
        edition.body,
        partsIn(edition.body).map((part) => (part.id === id ? change(part) : part)),
      ),
    );

function withBody(edition: Edition, body: Body): Edition {
  return { ...edition, body };
}
