import { limits } from "@fanfare/contract/limits";
import type { Strategy } from "@fanfare/contract/target";
import type { Step } from "@fanfare/contract/tour";

export type AnchoredStep = Extract<Step, { kind: "anchored" }>;
type CenteredStep = Extract<Step, { kind: "centered" }>;

export function newStep(id: string, title: string): CenteredStep {
  return { kind: "centered", id, title, blocks: [] };
}

/** The step pointing at an element. `before` brings back what it pointed at earlier in this visit. */
export function anchored(step: Step, before: AnchoredStep | undefined): AnchoredStep {
  if (step.kind === "anchored") return step;
  const base: AnchoredStep = before ?? {
    ...step,
    kind: "anchored",
    target: { strategies: [newStrategy("test_id")] },
    placement: "auto",
    wait_ms: limits.step_wait_ms_default,
    on_missing: "skip",
    interaction: "allow",
  };
  return { ...base, ...step, kind: "anchored" };
}

export function centered(step: Step): CenteredStep {
  const { id, title, blocks, next_label, buttons, skip_if, prepare } = step;
  // Without an element there is nothing to click and nothing to write in.
  const advance = step.advance?.filter(({ kind }) => kind !== "click" && kind !== "input");
  const kept = { next_label, buttons, skip_if, prepare, advance: advance?.length === 0 ? undefined : advance };
  const said = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  return { kind: "centered", id, title, blocks, ...said };
}

/** The step, where the person's click on its element leads on, or does not. */
export function advancingByClick(step: AnchoredStep, on: boolean): AnchoredStep {
  const others = step.advance?.filter(({ kind }) => kind !== "click") ?? [];
  const { advance: _, ...rest } = step;
  const advance = on ? [{ kind: "click" as const }, ...others] : others;
  return advance.length === 0 ? rest : { ...rest, advance };
}

export function newStrategy(kind: Strategy["kind"], value = ""): Strategy {
  switch (kind) {
    case "role_name":
      return { kind, role: "button", name: value };
    case "attribute":
      return { kind, name: "data-tour", value };
    case "test_id":
    case "label":
    case "text":
    case "css":
      return { kind, value };
  }
}

/** The words of a strategy that its next kind can keep. */
export function strategyValue(strategy: Strategy): string {
  return strategy.kind === "role_name" ? strategy.name : strategy.value;
}

/** A strategy in a few words: `button “Save”`. */
export function strategySummary(strategy: Strategy): string {
  switch (strategy.kind) {
    case "test_id":
      return `test id ${strategy.value}`;
    case "role_name":
      return `${strategy.role} “${strategy.name}”`;
    case "label":
      return `label “${strategy.value}”`;
    case "text":
      return `text “${strategy.value}”`;
    case "attribute":
      return `${strategy.name}=${strategy.value}`;
    case "css":
      return strategy.value;
  }
}
