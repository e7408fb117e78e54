import type { Block } from "@fanfare/contract/content/block";
import type { Step, StepAction, StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import { htmlField, labelField, lineField, placementOf, waitOf } from "../card-fields.ts";
import { htmlBlocks } from "../html-blocks.ts";
import { type Fields, type LostOptions, shownCode } from "../import-report.ts";
import { cardTexts, type ImportedContent, importedTours, slugOf } from "../imported-content.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceCall, SourceFile, SourceValue } from "../source/source-value.ts";
import { isObject, type TourImport, toursIn } from "../tour-import.ts";

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

/**
 * Shepherd 15: `new Shepherd.Tour({ … })` with its `steps`, `addStep`, and `addSteps`, also of its wrappers for React,
 * Vue, Angular, and Ember (`tour.set("steps", […])`).
 */
export function importShepherd(context: TourImport): readonly ImportedContent[] {
  const { source, report } = context;
  const calls = [...source.calls.filter(({ name }) => !TOURS.includes(name)), ...tourCalls(source)];
  const tours = toursIn(
    { ...context, source: { ...source, calls } },
    // Buttons have texts too, with an action or a type.
    { calls: TOURS, field: "steps", lists: [], bare: ["attachTo", "text"], without: ["action", "type"] },
  );
  return tours.flatMap(({ config, path, ...found }) => {
    const fields = report.fields(config, path, TOUR_LOST);
    const shared = fields.object("defaultStepOptions", STEP_LOST);
    const around = shared && readStepOptions(shared);
    const steps = fields.objects("steps", STEP_LOST).map((item, at) => shepherdStep(item, at, around));
    const name = fields.text("tourName") ?? found.name;
    const stays = fields.boolean("exitOnEsc") === false ? ({ escape: "stays" } as const) : {};
    return importedTours(
      report,
      { path, slug: name === found.name ? found.slug : slugOf(name), name, ...stays },
      steps,
    );
  });
}

const TOURS: readonly string[] = ["Tour", "useShepherd", "ShepherdTour"];

/** Each tour as one call with all its steps. Without several tours, all steps belong to the one. */
function tourCalls({ calls, values }: SourceFile): readonly SourceCall[] {
  const built = calls.filter(({ name }) => TOURS.includes(name));
  const keyOf = (name: string | undefined): string => (built.length > 1 ? (name ?? "") : "");
  const tours = new Map<string, Map<string, SourceValue>>();
  const optionsOf = (key: string): Map<string, SourceValue> => {
    const options = tours.get(key) ?? new Map<string, SourceValue>();
    tours.set(key, options);
    return options;
  };
  const add = (key: string, items: readonly SourceValue[]): void => {
    const options = optionsOf(key);
    const before = options.get("steps");
    const all = [...(before?.kind === "list" ? before.items : []), ...items];
    options.set("steps", { kind: "list", line: all[0]?.line ?? 1, items: all });
  };
  for (const { args, result } of built) {
    const [options] = args;
    if (!isObject(options)) continue;
    const { tourOptions, ...own } = Object.fromEntries(options.fields);
    const inner = isObject(tourOptions) ? Object.fromEntries(tourOptions.fields) : {};
    for (const [name, value] of Object.entries({ ...inner, ...own })) optionsOf(keyOf(result)).set(name, value);
  }
  // Of angular-shepherd.
  for (const { name, value } of values)
    if (name?.endsWith(".defaultStepOptions") === true) optionsOf("").set("defaultStepOptions", value);
  for (const call of calls) {
    const [first, second] = call.args;
    const key = keyOf(call.on);
    if (call.name === "set" && first?.kind === "text" && first.text === "defaultStepOptions" && isObject(second))
      optionsOf(key).set("defaultStepOptions", second);
    const steps = addedSteps(call);
    if (steps.length > 0) add(key, steps);
  }
  return [...tours.values()].map((fields) => ({ name: "Tour", args: [{ kind: "object", line: 1, fields }] }));
}

function addedSteps({ name, args }: SourceCall): readonly SourceValue[] {
  const [first, second] = args;
  if (name === "addSteps" && first?.kind === "list") return first.items;
  if (name === "set" && first?.kind === "text" && first.text === "steps" && second?.kind === "list")
    return second.items.map(withOptions);
  if (name !== "addStep") return [];
  if (isObject(first)) return [first];
  // addStep("id", { … })
  if (first === undefined || !isObject(second)) return [];
  return [{ ...second, fields: new Map([["id", first], ...second.fields]) }];
}

/** Ember has the options of a step within it. */
function withOptions(step: SourceValue): SourceValue {
  if (!isObject(step)) return step;
  const { options, ...own } = Object.fromEntries(step.fields);
  return isObject(options) ? { ...step, fields: new Map([...Object.entries(own), ...options.fields]) } : step;
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
  if (scroll?.kind === "object") fields.report("scrollTo", "built_in");
  else if (scroll?.kind !== "boolean") fields.boolean("scrollTo");
  return {
    closable,
    blocked: clicks === undefined ? undefined : !clicks,
    scrolls: scroll?.kind === "boolean" ? scroll.value : undefined,
    wait_ms: fields.number("waitForElement"),
    skips: fields.boolean("skipMissingElement"),
  };
}

function shepherdStep(fields: Fields, at: number, around: StepOptions | undefined): Step {
  const own = readStepOptions(fields);
  const { attached, selector, side } = attachment(fields);
  if (side?.startsWith("left") === true || side?.startsWith("right") === true)
    attached?.report("on", "direction", side);
  const advance = advances(fields, selector);
  const texts = cardTexts(fields, "title", lineField(fields, "title"), shepherdText(fields));
  const prepares = fields.take("beforeShowPromise") !== undefined;
  if (prepares) fields.report("beforeShowPromise", "code");
  const highlights = fields.texts("extraHighlights").map(selectorTarget);
  const base = {
    id: fields.text("id") ?? `step-${at + 1}`,
    ...texts,
    ...shepherdButtons(fields),
    ...(advance ? { advance: [{ kind: "click" as const }] } : {}),
    ...(prepares ? { prepare: "prepareStep" } : {}),
  };
  // Shepherd centers a step without a side.
  if (selector === undefined || side === undefined) {
    const unused = selector === undefined ? (side === undefined ? undefined : "on") : "element";
    if (unused !== undefined) attached?.report(unused, "centered");
    return { kind: "centered", ...withoutClick(base) };
  }
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

function shepherdButtons(fields: Fields): { readonly buttons?: readonly StepButton[] } {
  const name = fields.take("builtInButtons") === undefined ? "buttons" : "builtInButtons";
  if (fields.take(name) === undefined) return {};
  const buttons = fields.objects(name, BUTTON_LOST).map((button): StepButton => {
    const label = labelField(button, "text") ?? "Next";
    return {
      label,
      action: actionOf(button, label),
      style: button.boolean("secondary") === true ? "secondary" : "primary",
    };
  });
  if (buttons.length > limits.step_buttons_max) fields.report(name, "too_many_buttons");
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
  button.report("action", "code", action.kind === "code" ? shownCode(action.code) : undefined);
  return { kind: "host", name: slugOf(label) };
}

const TYPES: Readonly<Record<string, StepAction>> = {
  next: { kind: "next" },
  back: { kind: "back" },
  cancel: { kind: "close" },
};
/** `tour.next`, `() => tour.next()`, `function () { return this.show("two") }`, `action() { return this.next(); }`. */
const METHOD =
  /^(?:(?:async\s*)?(?:(?:\(\s*\w*\s*\)|\w+)\s*=>|(?:function\s*)?\w*\s*\(\s*\w*\s*\))\s*\{?\s*(?:return\s+)?)?[\w.]+\.(next|back|complete|cancel|hide|show)\s*(?:\(\s*(?:["']([\w-]+)["'])?\s*\)|\.bind\([\w.]+\))?\s*;?\s*\}?$/;
