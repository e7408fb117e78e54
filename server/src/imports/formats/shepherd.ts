import type { Block } from "@fanfare/contract/content/block";
import type { Step, StepAction, StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import { htmlField, labelField, lineField, placementOf, waitOf } from "../card-fields.ts";
import { htmlBlocks } from "../html-blocks.ts";
import type { Fields, LostOptions, ReportBuilder } from "../import-report.ts";
import { cardTexts, type ImportedContent, importedTours, slugOf } from "../imported-content.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceCall, SourceObject } from "../source/source-value.ts";
import { isObject, type TourImport } from "../tour-import.ts";

const STEP_LOST = {
  classes: "appearance",
  highlightClass: "appearance",
  arrow: "appearance",
  floatingUIOptions: "appearance",
  popperOptions: "appearance",
  modalOverlayOpeningPadding: "appearance",
  modalOverlayOpeningRadius: "appearance",
  modalOverlayOpeningXOffset: "appearance",
  modalOverlayOpeningYOffset: "appearance",
  scrollToHandler: "callback",
  showOn: "callback",
  when: "callback",
  beforeShowPromise: "code",
} as const satisfies LostOptions;

const TOUR_LOST = {
  classPrefix: "appearance",
  confirmCancel: "no_counterpart",
  confirmCancelMessage: "no_counterpart",
  exitOnOverlayClick: "no_counterpart",
  keyboardNavigation: "built_in",
  modalContainer: "built_in",
  stepsContainer: "built_in",
  useModalOverlay: "appearance",
} as const satisfies LostOptions;

const BUTTON_LOST = {
  classes: "appearance",
  disabled: "no_counterpart",
  label: "built_in",
} as const satisfies LostOptions;

/** Shepherd 15: `new Shepherd.Tour({ … })` with its `steps`, and `addStep` and `addSteps`. */
export function importShepherd({ source, report, name, slug }: TourImport): readonly ImportedContent[] {
  const options = source.calls.find(({ name: call, args: [first] }) => call === "Tour" && isObject(first))?.args[0];
  const tour = isObject(options) ? report.fields(options, "", TOUR_LOST) : undefined;
  const shared = tour?.object("defaultStepOptions", STEP_LOST);
  const around = shared && readStepOptions(shared);
  const items = [...(tour?.list("steps") ?? []).filter(isObject), ...source.calls.flatMap(addedSteps)];
  const bare =
    items.length > 0
      ? []
      : source.values.flatMap((value) => (value.kind === "list" ? value.items.filter(isObject) : [])).filter(isStep);
  const steps = [...items, ...bare].map((item, at) =>
    shepherdStep(report, report.fields(item, `steps[${at}]`, STEP_LOST), at, around),
  );
  const named = tour?.text("tourName") ?? name;
  const stays = tour?.boolean("exitOnEsc") === false ? ({ escape: "stays" } as const) : {};
  return importedTours(report, { slug: named === name ? slug : slugOf(named), name: named, ...stays }, steps);
}

function isStep({ fields }: SourceObject): boolean {
  return fields.has("attachTo") || fields.has("text");
}

function addedSteps({ name, args }: SourceCall): readonly SourceObject[] {
  const [first, second] = args;
  if (name === "addSteps" && first?.kind === "list") return first.items.filter(isObject);
  if (name !== "addStep") return [];
  if (isObject(first)) return [first];
  // addStep("id", { … })
  if (first?.kind !== "text" || !isObject(second)) return [];
  return [{ ...second, fields: new Map([["id", first], ...second.fields]) }];
}

interface StepOptions {
  readonly closable: boolean | undefined;
  readonly blocked: boolean | undefined;
  readonly scrolls: boolean | undefined;
  readonly wait_ms: number | undefined;
  readonly skips: boolean | undefined;
}

function readStepOptions(fields: Fields): StepOptions {
  const icon = fields.object("cancelIcon", { label: "built_in" });
  const closable = icon?.boolean("enabled");
  if (closable === false) icon?.report("enabled", "always_closable");
  const clicks = fields.boolean("canClickTarget");
  const scroll = fields.take("scrollTo");
  return {
    closable,
    blocked: clicks === undefined ? undefined : !clicks,
    scrolls: scroll?.kind === "boolean" ? scroll.value : undefined,
    wait_ms: fields.number("waitForElement"),
    skips: fields.boolean("skipMissingElement"),
  };
}

function shepherdStep(report: ReportBuilder, fields: Fields, at: number, around: StepOptions | undefined): Step {
  const own = readStepOptions(fields);
  const { attached, selector, side } = attachment(fields);
  if (side?.startsWith("left") === true || side?.startsWith("right") === true)
    attached?.report("on", "direction", side);
  const advance = advances(fields, selector);
  const texts = cardTexts(fields, "title", lineField(fields, "title"), shepherdText(fields));
  const prepares = fields.take("beforeShowPromise") !== undefined;
  if (prepares) fields.report("beforeShowPromise", "code");
  const highlights = fields
    .list("extraHighlights")
    .flatMap((each) => (each.kind === "text" ? [selectorTarget(each.text)] : []));
  const base = {
    id: fields.text("id") ?? `step-${at + 1}`,
    ...texts,
    ...shepherdButtons(report, fields),
    ...(advance ? { advance: [{ kind: "click" as const }] } : {}),
    ...(prepares ? { prepare: "prepareStep" } : {}),
  };
  // Shepherd centers a step without a side.
  if (selector === undefined || side === undefined) return { kind: "centered", ...withoutClick(base) };
  return {
    kind: "anchored",
    ...base,
    target: selectorTarget(selector),
    placement: placementOf(side),
    wait_ms: waitOf(own.wait_ms ?? around?.wait_ms),
    on_missing: (own.skips ?? around?.skips) === true ? "skip" : "center",
    interaction: (own.blocked ?? around?.blocked) === true ? "block" : "allow",
    ...((own.scrolls ?? around?.scrolls) === true ? {} : { scroll: "none" as const }),
    ...(highlights.length === 0 ? {} : { highlights: highlights.slice(0, limits.step_highlights_max) }),
  };
}

/** `{ element: ".hero", on: "bottom" }`, or `".hero bottom"` of Shepherd 2. */
function attachment(fields: Fields) {
  const value = fields.take("attachTo");
  if (value?.kind === "text") {
    const [, selector = value.text, side] = /^(.*\S)\s+(auto|top|bottom|left|right)$/.exec(value.text.trim()) ?? [];
    return { attached: undefined, selector, side };
  }
  const attached = fields.object("attachTo");
  return { attached, selector: attached?.text("element"), side: attached?.text("on") };
}

/** Only targets can be clicked. */
function withoutClick<Base extends { readonly advance?: unknown }>({
  advance: _,
  ...base
}: Base): Omit<Base, "advance"> {
  return base;
}

function shepherdText(fields: Fields): readonly Block[] {
  const value = fields.take("text");
  if (value?.kind !== "list") return htmlField(fields, "text");
  return value.items.flatMap((item) => {
    if (item.kind !== "text") {
      fields.report("text", "code");
      return [];
    }
    const { blocks, findings } = htmlBlocks(item.text);
    for (const { reason, detail } of findings) fields.report("text", reason, detail);
    return blocks;
  });
}

/** Whether a click on the target moves on. Other events and elements can't be carried over. */
function advances(fields: Fields, selector: string | undefined): boolean {
  const advance = fields.object("advanceOn");
  if (advance === undefined) return false;
  const [on, event] = [advance.text("selector"), advance.text("event")];
  if (event === "click" && (on === undefined || on === selector)) return true;
  advance.report("event", "no_counterpart", `${event ?? ""} ${on ?? ""}`.trim());
  return false;
}

function shepherdButtons(report: ReportBuilder, fields: Fields): { readonly buttons?: readonly StepButton[] } {
  const value = fields.take("buttons");
  if (value?.kind !== "list") return {};
  const buttons = value.items.filter(isObject).map((item, at): StepButton => {
    const button = report.fields(item, `${fields.path}.buttons[${at}]`, BUTTON_LOST);
    const label = labelField(button, "text") ?? "Next";
    return {
      label,
      action: actionOf(button, label),
      style: button.boolean("secondary") === true ? "secondary" : "primary",
    };
  });
  if (buttons.length > limits.step_buttons_max) fields.report("buttons", "too_many_buttons");
  return { buttons: buttons.slice(0, limits.step_buttons_max) };
}

/** What the button calls: a method of the tour, or a function, which becomes a host action. */
function actionOf(button: Fields, label: string): StepAction {
  const action = button.take("action");
  // Of angular-shepherd, in place of functions.
  const type = button.text("type");
  if (type !== undefined && Object.hasOwn(TYPES, type)) return TYPES[type] ?? { kind: "next" };
  if (type !== undefined) button.report("type", "unknown", type);
  if (action === undefined) return { kind: "next" };
  const called = action.kind === "code" ? METHOD.exec(action.code) : null;
  const [, method = "", step_id] = called ?? [];
  switch (method) {
    case "next":
      return { kind: "next" };
    case "back":
      return { kind: "back" };
    case "complete":
      return { kind: "finish" };
    case "cancel":
    case "hide":
      return { kind: "close" };
    case "show":
      if (step_id !== undefined) return { kind: "go_to", step_id };
  }
  button.report("action", "code", action.kind === "code" ? action.code.slice(0, CODE_SHOWN_CHARS_MAX) : undefined);
  return { kind: "host", name: slugOf(label) };
}

const TYPES: Readonly<Record<string, StepAction>> = {
  next: { kind: "next" },
  back: { kind: "back" },
  cancel: { kind: "close" },
};
const CODE_SHOWN_CHARS_MAX = 80;
/** `tour.next`, `this.next`, `() => tour.next()`, `function () { return this.show("two") }`. */
const METHOD =
  /^(?:(?:async\s*)?(?:\(\s*\)\s*=>|function\s*\(\s*\))\s*\{?\s*(?:return\s+)?)?[\w.]+\.(next|back|complete|cancel|hide|show)\s*(?:\(\s*(?:["']([\w-]+)["'])?\s*\)|\.bind\([\w.]+\))?\s*;?\s*\}?$/;
