import type { Step } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import type { Strategy } from "@fanfare/contract/target/target";
import { t } from "../../lib/i18n/t.ts";

export type AnchoredStep = Extract<Step, { kind: "anchored" }>;

/** Converts to a step with a target. Restores the previous target from `before`. */
export function asAnchored(step: Step, before: AnchoredStep | undefined): AnchoredStep {
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

type UnanchoredStep = Exclude<Step, { kind: "anchored" }>;

/** Converts to a step without a target, so triggers that need its element are dropped. */
export function asUnanchored(step: Step, kind: UnanchoredStep["kind"]): UnanchoredStep {
  const { id, title, blocks, next_label, buttons, skip_if, prepare } = step;
  const advance = step.advance?.filter(({ kind: way }) => way !== "click" && way !== "input");
  const fields = { next_label, buttons, skip_if, prepare, advance: advance?.length === 0 ? undefined : advance };
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const base = { id, title, blocks, ...present };
  switch (kind) {
    case "centered":
      return { ...base, kind };
    case "corner":
      return { ...base, kind, corner: step.kind === "corner" ? step.corner : "bottom_end" };
    case "banner":
      return { ...base, kind, edge: step.kind === "banner" ? step.edge : "top" };
  }
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

/** Text of a locator to keep when its kind changes. */
export function strategyValue(strategy: Strategy): string {
  return strategy.kind === "role_name" ? strategy.name : strategy.value;
}

/** Short description of a locator: `button “Save”`. */
export function strategySummary(strategy: Strategy): string {
  switch (strategy.kind) {
    case "test_id":
      return t("test id {value}", { value: strategy.value });
    case "role_name":
      return t("{role} “{name}”", { role: strategy.role, name: strategy.name });
    case "label":
      return t("label “{value}”", { value: strategy.value });
    case "text":
      return t("text “{value}”", { value: strategy.value });
    case "attribute":
      return `${strategy.name}=${strategy.value}`;
    case "css":
      return strategy.value;
  }
}
