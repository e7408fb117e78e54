import type { Block } from "@fanfare/contract/content/block";
import type { Step, StepAction, StepButton } from "@fanfare/contract/content/tour";
import { limits } from "@fanfare/contract/limits";
import { imageSchema } from "@fanfare/contract/schema/content/link";
import { isSafeLink } from "@fanfare/contract/text/safe-link";
import { labelField, placementField, waitOf } from "../card-fields.ts";
import { type ExportedItem, exportedItems } from "../exported-items.ts";
import type { Fields, LostOptions, ReportBuilder } from "../import-report.ts";
import { cardTexts, type ImportedContent, type ImportedTargeting, importedTours, slugOf } from "../imported-content.ts";
import { markdownBlocks } from "../markdown-blocks.ts";
import { negated, reportConditions, targetingOf, UNKNOWN_CONDITION } from "../rules/rule-parts.ts";
import { isClickOn, usertourConditions, usertourRule } from "../rules/usertour-rule.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceObject, SourceValue } from "../source/source-value.ts";
import { isObject, type TourImport } from "../tour-import.ts";

const VERSION_LOST = {
  ...{ object: "built_in", id: "built_in", number: "built_in", createdAt: "built_in", updatedAt: "built_in" },
  ...{ contentId: "built_in", content: "built_in", questions: "built_in", themeId: "appearance", data: "separate" },
  ...{ publishedVersion: "built_in", editedVersion: "built_in", type: "built_in" },
} as const satisfies LostOptions;

const STEP_LOST = {
  ...{ object: "built_in", id: "built_in", key: "built_in", name: "built_in", width: "appearance" },
  ...{ skippable: "always_closable", advanced: "recorded" },
} as const satisfies LostOptions;

const PLACEMENT_LOST = {
  ...{ align: "built_in", sideOffset: "appearance", alignOffset: "appearance", position: "built_in" },
  ...{ offsetX: "appearance", offsetY: "appearance", backdrop: "appearance" },
} as const satisfies LostOptions;

const BLOCK_LOST = { object: "built_in", id: "built_in" } as const satisfies LostOptions;
const PRIORITIES: Readonly<Record<string, number>> = { highest: 100, high: 50, medium: 0, low: -50, lowest: -100 };
const RULES_KEPT: ReadonlySet<string> = new Set([
  ...["object", "when", "frequency", "priority", "waitMs", "startIfNotComplete"],
]);
const DAY_HOURS = 24;
const HOURS_OF: Readonly<Record<string, number>> = { seconds: 1 / 3_600, minutes: 1 / 60, hours: 1, days: DAY_HOURS };
const STEP_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Flows of Usertour: responses of its API (v2) for versions with `expand=steps`, or for content with an expanded
 * version.
 */
export function importUsertour({ source, report, name, slug }: TourImport): readonly ImportedContent[] {
  return source.values
    .flatMap(({ value }) => exportedItems(report, value, { lists: LISTS, isItem: isVersioned }))
    .map((item) => versionOf(report, item))
    .flatMap(({ path, version: fields, title }, index) => {
      const items = fields.objects("steps", STEP_LOST);
      const ids = items.map(({ value }, at) => stepId(value, at));
      const steps = items.flatMap((item, at) => {
        const step = usertourStep(report, item, { at, ids });
        return step === undefined ? [] : [step];
      });
      const named = title ?? (index === 0 ? name : `${name} ${index + 1}`);
      const targeting = targetingFields(report, fields);
      return importedTours(
        report,
        { path, name: named, slug: title === undefined ? slug : slugOf(title), targeting },
        steps,
      );
    });
}

interface Version {
  readonly path: string;
  readonly version: Fields;
  readonly title: string | undefined;
}

const LISTS = ["results", "items", "data"];
const VERSIONS = ["publishedVersion", "editedVersion"] as const;

function isVersioned({ fields }: SourceObject): boolean {
  return fields.get("steps")?.kind === "list" || VERSIONS.some((name) => hasSteps(fields.get(name)));
}

function hasSteps(value: SourceValue | undefined): boolean {
  return isObject(value) && value.fields.get("steps")?.kind === "list";
}

/** The version itself, or the published one of a content, or else the edited one. */
function versionOf(report: ReportBuilder, { value, path }: ExportedItem): Version {
  const fields = report.fields(value, path, VERSION_LOST);
  const title = fields.text("name");
  if (hasSteps(value)) return { path, version: fields, title };
  const name = VERSIONS.find((each) => hasSteps(value.fields.get(each))) ?? VERSIONS[0];
  const version = fields.object(name, VERSION_LOST) ?? fields;
  return { path, version, title: title ?? version.text("name") };
}

function stepId(item: SourceObject, at: number): string {
  const own = textOf(item.fields.get("cvid")) ?? textOf(item.fields.get("id")) ?? "";
  return STEP_ID.test(own) ? own : `step-${at + 1}`;
}

interface StepContext {
  readonly at: number;
  readonly ids: readonly string[];
}

function usertourStep(report: ReportBuilder, fields: Fields, context: StepContext): Step | undefined {
  fields.text("cvid");
  const type = fields.text("type") ?? "";
  if (type === "hidden") return hiddenStep(fields);
  const target = targetFields(report, fields);
  const placement = fields.object("placement", PLACEMENT_LOST);
  const { blocks, buttons } = blocksOf(report, fields, "content", context);
  const advance = triggers(report, fields, { ...context, selector: target?.selector });
  if (buttons.length > limits.step_buttons_max) fields.report("content", "too_many_buttons");
  const [heading, ...rest] = blocks;
  const is_title = heading?.kind === "paragraph" && heading.format === "heading";
  const title = is_title ? heading.spans.map(({ text }) => text).join("") : "";
  const base = {
    id: context.ids[context.at] ?? "",
    ...cardTexts(fields, "content", title, is_title ? rest : blocks),
    ...(buttons.length === 0 ? {} : { buttons: buttons.slice(0, limits.step_buttons_max) }),
    ...(advance === undefined ? {} : { advance: [advance] }),
  };
  if (type === "bubble") return { kind: "corner", corner: "bottom_end", ...withoutTargetAdvance(base) };
  if (type === "tooltip" && target === undefined) fields.report("target", "target_missing");
  if (type !== "tooltip" || target === undefined) return { kind: "centered", ...withoutTargetAdvance(base) };
  return {
    kind: "anchored",
    ...base,
    target: target.target,
    placement: placement === undefined ? "auto" : placementField(placement, "side"),
    wait_ms: waitOf(undefined),
    on_missing: "skip",
    interaction: placement?.boolean("blockTarget") === true ? "block" : "allow",
  };
}

/** A step that shows nothing. */
function hiddenStep(fields: Fields): undefined {
  for (const name of fields.value.fields.keys()) fields.report(name, "no_counterpart", "hidden");
  return undefined;
}

function withoutTargetAdvance<Base extends { readonly advance?: readonly Advance[] }>(base: Base) {
  const { advance, ...others } = base;
  const kept = advance?.filter(({ kind }) => kind !== "click") ?? [];
  return kept.length === 0 ? others : { ...others, advance: kept };
}

function targetFields(report: ReportBuilder, fields: Fields) {
  const value = fields.take("target");
  if (!isObject(value)) return undefined;
  const target = report.fields(value, `${fields.path}.target`, { by: "built_in", nth: "recorded" });
  const [selector, text] = [target.text("selector"), target.text("text")];
  if (selector !== undefined && selector.trim() !== "") return { selector, target: selectorTarget(selector) };
  return text === undefined || text === ""
    ? undefined
    : { selector: undefined, target: { strategies: [{ kind: "text" as const, value: text }] } };
}

interface Body {
  readonly blocks: readonly Block[];
  readonly buttons: readonly StepButton[];
}

function blocksOf(report: ReportBuilder, holder: Fields, name: string, context: StepContext): Body {
  const bodies = holder.objects(name, BLOCK_LOST).map((fields): Body => {
    switch (fields.text("type")) {
      case "text":
        return { blocks: markdownField(fields), buttons: [] };
      case "image":
        return { blocks: imageField(fields), buttons: [] };
      case "button":
        return { blocks: [], buttons: [usertourButton(report, fields, context)] };
      case "columns":
        return columns(report, fields, context);
      case "question":
        fields.report("question", "separate");
        if (fields.list("actions").length > 0) fields.report("actions", "separate");
        return { blocks: [], buttons: [] };
      default:
        fields.report("type", "no_counterpart");
        return { blocks: [], buttons: [] };
    }
  });
  return { blocks: bodies.flatMap(({ blocks }) => blocks), buttons: bodies.flatMap(({ buttons }) => buttons) };
}

function columns(report: ReportBuilder, fields: Fields, context: StepContext): Body {
  const bodies = fields
    .objects("columns", { width: "appearance", object: "built_in" })
    .map((column) => blocksOf(report, column, "blocks", context));
  if (bodies.some(({ blocks }) => blocks.length > 0)) fields.report("columns", "columns");
  return { blocks: bodies.flatMap(({ blocks }) => blocks), buttons: bodies.flatMap(({ buttons }) => buttons) };
}

function markdownField(fields: Fields): readonly Block[] {
  const { blocks, findings } = markdownBlocks(fields.text("markdown") ?? "");
  for (const { reason, detail } of findings) fields.report("markdown", reason, detail);
  return blocks;
}

function imageField(fields: Fields): readonly Block[] {
  const [url, alt] = [fields.text("url") ?? "", fields.text("alt")?.trim() ?? ""];
  const link = fields.take("link");
  if (link !== undefined && link.kind !== "null") fields.report("link", "no_counterpart");
  if (!imageSchema.safeParse(url).success) {
    fields.report("url", "unsafe_address", url);
    return [];
  }
  if (alt === "") fields.report("alt", "picture", url);
  return [{ kind: "image", url, alt }];
}

function usertourButton(report: ReportBuilder, fields: Fields, context: StepContext): StepButton {
  const label = labelField(fields, "text") ?? "Next";
  const variant = fields.text("variant");
  const [first, ...more] = fields.list("actions");
  if (more.length > 0) fields.report("actions", "one_action");
  if (first !== undefined && !isObject(first)) fields.report("actions", "wrong_type");
  const action: StepAction = isObject(first)
    ? actionOf(report.fields(first, `${fields.path}.actions[0]`, { object: "built_in" }), label, context)
    : { kind: "stay" };
  for (const name of ["hiddenWhen", "disabledWhen"])
    if (fields.list(name).length > 0) fields.report(name, "button_condition");
  return { label, action, style: variant === "secondary" ? "secondary" : "primary" };
}

function actionOf(fields: Fields, label: string, { at, ids }: StepContext): StepAction {
  const type = fields.text("type") ?? "";
  switch (type) {
    case "goto_step": {
      const step_id = fields.text("step") ?? "";
      const to = ids.indexOf(step_id);
      if (to === at + 1) return { kind: "next" };
      if (to !== -1) return { kind: "go_to", step_id };
      fields.report("step", "unknown", step_id);
      return { kind: "next" };
    }
    case "dismiss":
      return at === ids.length - 1 ? { kind: "finish" } : { kind: "close" };
    case "navigate": {
      const href = fields.text("url") ?? "";
      for (const name of ["newTab", "newWindow"]) if (fields.boolean(name) === true) fields.report(name, "built_in");
      if (isSafeLink(href) && !href.includes("{{")) return { kind: "link", href };
      fields.report("url", "unsafe_address", href);
      return { kind: "stay" };
    }
    case "start_flow":
      for (const name of ["flow", "step"])
        if (fields.take(name) !== undefined) fields.report(name, "separate", fields.text(name));
      return { kind: "close" };
    case "run_javascript":
      fields.report("script", "code");
      return { kind: "host", name: slugOf(label) };
    default:
      fields.report("type", "no_counterpart", type);
      return { kind: "stay" };
  }
}

type Advance = NonNullable<Step["advance"]>[number];

/** A trigger that goes to the next step after a click on the target. Others can't be carried over. */
function triggers(
  report: ReportBuilder,
  fields: Fields,
  { at, ids, selector }: StepContext & { readonly selector: string | undefined },
): Advance | undefined {
  let advance: Advance | undefined;
  for (const [index, item] of fields.list("triggers").entries()) {
    const [condition, effect] = ["when", "do"].map((name) => {
      const list = isObject(item) && hasOnly(item, ["when", "do", "object"]) ? item.fields.get(name) : undefined;
      return list?.kind === "list" && list.items.length === 1 ? list.items[0] : undefined;
    });
    const goes_on =
      isObject(effect) &&
      hasOnly(effect, ["type", "step", "object"]) &&
      textOf(effect.fields.get("type")) === "goto_step" &&
      ids.indexOf(textOf(effect.fields.get("step")) ?? "") === at + 1;
    if (goes_on && isObject(condition) && isClickOn(condition, selector)) advance = { kind: "click" };
    else report.add({ path: `${fields.path}.triggers[${index}]`, line: item.line, reason: "no_counterpart" });
  }
  return advance;
}

function targetingFields(report: ReportBuilder, version: Fields): ImportedTargeting {
  const [start, hide] = [rulesField(version, "startRules"), rulesField(version, "hideRules")];
  const hidden =
    hide === undefined || hide.fields.list("when").length === 0
      ? []
      : [{ rule: negated(usertourRule(report, hide.fields, "when")) }];
  const unknown = start?.is_narrowed === true || hidesMore(version, hide) ? [UNKNOWN_CONDITION] : [];
  if (start === undefined) return targetingOf([...hidden, ...unknown]);
  const shown = usertourConditions(report, start.fields, "when");
  const priority = PRIORITIES[start.fields.text("priority") ?? ""];
  const wait_ms = start.fields.number("waitMs");
  const frequency = frequencyField(start.fields);
  return {
    trigger: { kind: shown.length === 0 ? "manual" : "automatic" },
    ...targetingOf([...shown, ...hidden, ...unknown]),
    ...(frequency === undefined ? {} : { frequency }),
    ...(priority === undefined || priority === 0 ? {} : { priority }),
    ...(wait_ms === undefined || wait_ms <= 0 ? {} : { delay_ms: Math.min(wait_ms, limits.start_delay_ms_max) }),
  };
}

/** Whether rules hide the original from people in a way that the import doesn't know. */
function hidesMore(version: Fields, hide: Rules | undefined): boolean {
  const value = version.take("hideRules");
  return hide === undefined ? value !== undefined && value.kind !== "null" : hide.is_narrowed;
}

interface Rules {
  readonly fields: Fields;
  /** Whether a field that the import doesn't know may narrow the audience. */
  readonly is_narrowed: boolean;
}

function rulesField(version: Fields, name: string): Rules | undefined {
  const fields = version.object(name, { object: "built_in" });
  const value = version.take(name);
  if (fields === undefined || !isObject(value)) return undefined;
  return { fields, is_narrowed: reportConditions(fields, value, (field) => !RULES_KEPT.has(field)) };
}

function frequencyField(start: Fields): ImportedTargeting["frequency"] {
  const until_completed = start.boolean("startIfNotComplete") === true;
  const frequency = start.object("frequency", { object: "built_in" });
  const mode = frequency?.text("mode");
  const least = frequency?.object("atLeast");
  const hours = least && hoursOf(least);
  const cooldown =
    hours === undefined || hours <= 0 ? {} : { cooldown_hours: Math.min(hours, limits.cooldown_hours_max) };
  const every = frequency?.object("every", { times: "no_counterpart" });
  const days = Math.ceil((every === undefined ? 0 : hoursOf(every)) / DAY_HOURS);
  if (until_completed) return undefined;
  if (mode === "once") return { mode: "once" };
  if (mode === "multiple" && days >= 1)
    return { mode: "every", every_days: Math.min(days, limits.rule_days_max), ...cooldown };
  if (mode === "unlimited") return { mode: "always", ...cooldown };
  // Seldom is safe: once.
  return mode === undefined ? undefined : { mode: "once" };
}

function hoursOf(period: Fields): number {
  const [duration, unit] = [period.number("duration") ?? 0, period.text("unit") ?? ""];
  return duration * (Object.hasOwn(HOURS_OF, unit) ? (HOURS_OF[unit] ?? 0) : 0);
}

/** Whether an object has no other fields. */
function hasOnly({ fields }: SourceObject, names: readonly string[]): boolean {
  return [...fields.keys()].every((name) => names.includes(name));
}

function textOf(value: SourceValue | undefined): string | undefined {
  return value?.kind === "text" && value.text !== "" ? value.text : undefined;
}
