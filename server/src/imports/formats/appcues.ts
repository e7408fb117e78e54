import type { Block } from "@fanfare/contract/content/block";
import type { Step } from "@fanfare/contract/content/tour";
import { htmlField, lineField, placementOf, waitOf } from "../card-fields.ts";
import { exportedItems } from "../exported-items.ts";
import type { Fields, LostOptions, ReportBuilder } from "../import-report.ts";
import { cardTexts, type ImportedContent, type ImportedTargeting, importedTours, slugOf } from "../imported-content.ts";
import { appcuesConditions } from "../rules/appcues-rule.ts";
import { reportConditions, targetingOf, UNKNOWN_CONDITION } from "../rules/rule-parts.ts";
import { selectorTarget } from "../selector-target.ts";
import type { SourceObject, SourceValue } from "../source/source-value.ts";
import { isObject, type TourImport } from "../tour-import.ts";

const EXPERIENCE_LOST = {
  ...{ id: "built_in", type: "built_in", platform: "built_in", state: "built_in", published: "built_in" },
  ...{ createdAt: "built_in", updatedAt: "built_in", createdBy: "built_in", tags: "built_in", theme: "appearance" },
} as const satisfies LostOptions;

const STEP_LOST = {
  ...{ id: "built_in", index: "built_in", name: "built_in", sequential: "built_in", selectorSettings: "built_in" },
  ...{ includeTextMatchSelector: "recorded", includeOrderedMatchSelector: "recorded" },
} as const satisfies LostOptions;

const CONFIG_LOST = {
  ...{ rootId: "built_in", arrowId: "built_in", targetId: "built_in", style: "appearance" },
} as const satisfies LostOptions;

const RULE_LOST = {
  contentType: "built_in",
  published: "built_in",
  conditionsFlatMap: "built_in",
} as const satisfies LostOptions;

/** Any other field of a rule may narrow the audience. */
const RULE_KEPT: ReadonlySet<string> = new Set(["conditions", "frequency", ...Object.keys(RULE_LOST)]);

/** Elements of Appcues itself. */
const OWN_SELECTOR = /^#?flow-root$/;
const OVERLAY = "@appcues/overlay";
const INLINE = "@appcues/inline";

/**
 * Flows and pins of Appcues: details of experiences, one or a list. Their texts aren't in this response, so the drafts
 * name where they're missing.
 */
export function importAppcues({ source, report, name, slug }: TourImport): readonly ImportedContent[] {
  return source.values
    .flatMap(({ value }) => exportedItems(report, value, { lists: ["results", "data"], isItem: isExperience }))
    .flatMap(({ value: details, path }) => {
      const root = report.fields(details, path);
      const [flow, experience] = [root.object("flow", EXPERIENCE_LOST), root.object("experience", EXPERIENCE_LOST)];
      const fields = flow ?? experience;
      if (fields === undefined) return [];
      const targeting = targetingFields(report, root);
      const named = fields.text("name");
      const kept = { path, name: named ?? name, slug: named === undefined ? slug : slugOf(named), targeting };
      if (flow !== undefined) return importedTours(report, kept, legacySteps(flow));
      const steps = fields.objects("steps", STEP_LOST);
      return textOf(fields.value.fields.get("type")) === "persistent"
        ? pin(report, { ...kept, steps })
        : importedTours(report, kept, flowSteps(report, steps));
    });
}

function isExperience({ fields }: SourceObject): boolean {
  return isObject(fields.get("flow")) || isObject(fields.get("experience"));
}

/** Steps in a map, of which groups have one card for each of their hotspots. */
function legacySteps(flow: Fields): readonly Step[] {
  return entriesByIndex(flow.object("steps")).flatMap(([key, fields]) => {
    const type = fields.text("stepType");
    if (type === "modal") return [card(fields, key)];
    if (type !== "hotspot-group" && type !== "tooltip-group") {
      fields.report("stepType", "no_counterpart", type);
      return [];
    }
    return entriesByIndex(fields.object("hotspots")).map(([id, own]) => card(own, id, own.text("selector") ?? ""));
  });
}

function flowSteps(report: ReportBuilder, steps: readonly Fields[]): readonly Step[] {
  return steps
    .toSorted((left, right) => indexOf(left.value) - indexOf(right.value))
    .map((own, at) => {
      const type = stepType(own);
      const traits = traitsOf(own);
      const overlay = traits.find(({ type: kind, selector }) => kind === OVERLAY && !isInternal(selector, traits));
      const is_tooltip = type === "tooltip";
      reportTraits(report, own, traits, is_tooltip ? overlay : undefined);
      const id = idOf(own.value) ?? `step-${at + 1}`;
      return is_tooltip ? card(own, id, overlay?.selector ?? "", overlay?.placement) : card(own, id);
    });
}

/** Anything but a tooltip is shown in the center. */
function stepType(own: Fields): string | undefined {
  const type = own.text("type");
  if (type !== "tooltip" && type !== "modal") own.report("type", "centered", type);
  return type;
}

interface Pin {
  readonly path: string;
  readonly name: string;
  readonly slug: string;
  readonly targeting: ImportedTargeting;
  readonly steps: readonly Fields[];
}

function pin(report: ReportBuilder, { steps, ...kept }: Pin): readonly ImportedContent[] {
  const cards = steps.map((own) => ({ own, type: own.text("type"), traits: traitsOf(own) }));
  const inline = cards.flatMap(({ traits }) => traits).find(({ type }) => type === INLINE);
  const selector = inline?.selector ?? "";
  const shown = cards.find(({ type }) => type === "tooltip") ?? cards[0];
  if (shown === undefined) return [];
  for (const each of cards) {
    reportTraits(report, each.own, each.traits, inline);
    if (each !== shown) reportOtherCard(each.own);
  }
  if (selector === "") shown.own.report("traits", "target_missing");
  const content: ImportedContent = {
    ...kept,
    body: {
      ...{ type: "hint", form: "hotspot", placement: "auto", wait_ms: waitOf(undefined) },
      panel: { id: "panel", ...texts(shown.own) },
      target: selector === "" ? { strategies: [] } : selectorTarget(selector),
    },
  };
  return [content];
}

/** A card on the element with the selector. Without a selector it's centered, and with an empty one incomplete. */
function card(fields: Fields, id: string, selector?: string, placement = "auto"): Step {
  const base = { id, ...texts(fields) };
  if (selector === undefined) return { kind: "centered", ...base };
  if (selector === "") fields.report("selector", "target_missing");
  return {
    kind: "anchored",
    ...base,
    target: selector === "" ? { strategies: [] } : selectorTarget(selector),
    placement: placementOf(placement),
    wait_ms: waitOf(undefined),
    on_missing: "skip",
    interaction: "allow",
  };
}

function texts(fields: Fields) {
  const blocks: readonly Block[] = ["content", "html", "text"].flatMap((name) => htmlField(fields, name));
  return cardTexts(fields, "content", lineField(fields, "title"), blocks);
}

/** A pin has one card. Of its other steps, nothing but the target is carried over. */
function reportOtherCard(own: Fields): void {
  own.report("type", "built_in");
  for (const name of ["title", "content", "html", "text"])
    if (own.take(name) !== undefined) own.report(name, "no_counterpart");
}

interface Trait {
  /** The item of the list. */
  readonly item: SourceObject;
  readonly type: string;
  readonly selector: string;
  readonly placement: string;
  /** IDs that the trait gives to elements of Appcues. */
  readonly own_ids: readonly string[];
}

function traitsOf(own: Fields): readonly Trait[] {
  return own
    .list("traits")
    .filter(isObject)
    .map((item) => {
      const config = item.fields.get("config");
      const inner = isObject(config) ? config : undefined;
      const target = inner?.fields.get("target");
      return {
        item,
        type: textOf(item.fields.get("type")),
        selector: isObject(target) ? textOf(target.fields.get("selector")) : "",
        placement: textOf(inner?.fields.get("placement")),
        own_ids: ["rootId", "arrowId", "targetId"]
          .map((name) => textOf(inner?.fields.get(name)))
          .filter((id) => id !== ""),
      };
    });
}

/** The trait with the target counts as mapped, but for its looks. The others are reported as a whole. */
function reportTraits(report: ReportBuilder, own: Fields, traits: readonly Trait[], used: Trait | undefined): void {
  for (const [at, item] of own.list("traits").entries()) {
    const path = `${own.path}.traits[${at}]`;
    const trait = traits.find((each) => each.item === item);
    if (trait === undefined) report.add({ path, line: item.line, reason: "wrong_type" });
    else if (trait !== used) {
      const detail = [trait.type, trait.selector].filter((text) => text !== "").join(" ");
      report.add({
        path,
        line: item.line,
        reason: isInternal(trait.selector, traits) ? "nested" : "no_counterpart",
        detail,
      });
    } else {
      const fields = report.fields(trait.item, path, { id: "built_in" });
      fields.take("type");
      const config = fields.object("config", CONFIG_LOST);
      config?.text("placement");
      config?.object("target", { by: "built_in" })?.text("selector");
    }
  }
}

function isInternal(selector: string, traits: readonly Trait[]): boolean {
  return OWN_SELECTOR.test(selector) || traits.some(({ own_ids }) => own_ids.some((id) => selector === `#${id}`));
}

function targetingFields(report: ReportBuilder, root: Fields): ImportedTargeting {
  const rule = root.object("rule", RULE_LOST);
  const value = root.take("rule");
  if (value === undefined || value.kind === "null") return {};
  if (rule === undefined || !isObject(value)) return targetingOf([UNKNOWN_CONDITION]);
  const is_narrowed = reportConditions(rule, value, (name) => !RULE_KEPT.has(name));
  const frequency = rule.text("frequency");
  if (frequency !== undefined && frequency !== "every_time" && frequency !== "once")
    rule.report("frequency", "no_counterpart", frequency);
  return {
    trigger: { kind: "automatic" },
    ...targetingOf([...appcuesConditions(report, rule), ...(is_narrowed ? [UNKNOWN_CONDITION] : [])]),
    // Seldom is safe: once, unless the rule says otherwise.
    frequency: frequency === "every_time" ? { mode: "always" } : { mode: "once" },
  };
}

function entriesByIndex(map: Fields | undefined): readonly (readonly [string, Fields])[] {
  if (map === undefined) return [];
  const entries = [...map.value.fields.keys()].flatMap((key) => {
    const item = map.object(key, STEP_LOST);
    return item === undefined ? [] : [[key, item] as const];
  });
  return entries.toSorted(([, left], [, right]) => indexOf(left.value) - indexOf(right.value));
}

function indexOf({ fields }: SourceObject): number {
  const index = fields.get("index");
  return index?.kind === "number" ? index.value : Number.MAX_SAFE_INTEGER;
}

function idOf({ fields }: SourceObject): string | undefined {
  const id = textOf(fields.get("id"));
  return id === "" ? undefined : id;
}

function textOf(value: SourceValue | undefined): string {
  return value?.kind === "text" ? value.text : "";
}
