import type { Block } from "@fanfare/contract/content/block";
import type { Step } from "@fanfare/contract/content/tour";
import { htmlField, lineField, placementOf, waitOf } from "../card-fields.ts";
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
    .flatMap(({ value }) => experiencesIn(value))
    .flatMap((details, index) => {
      const root = report.fields(details, index === 0 ? "" : `[${index}]`);
      const [flow, experience] = [root.object("flow", EXPERIENCE_LOST), root.object("experience", EXPERIENCE_LOST)];
      const fields = flow ?? experience;
      if (fields === undefined) return [];
      const targeting = targetingFields(report, root);
      const named = fields.text("name");
      const kept = { name: named ?? name, slug: named === undefined ? slug : slugOf(named), targeting };
      if (flow !== undefined) return importedTours(report, kept, legacySteps(report, flow));
      const is_pin = details.fields.get("experience");
      const type = isObject(is_pin) ? is_pin.fields.get("type") : undefined;
      const steps = fields.list("steps").filter(isObject);
      return type?.kind === "text" && type.text === "persistent"
        ? pin(report, fields, { ...kept, steps })
        : importedTours(report, kept, flowSteps(report, fields, steps));
    });
}

function experiencesIn(value: SourceValue): readonly SourceObject[] {
  if (value.kind === "list") return value.items.flatMap(experiencesIn);
  if (!isObject(value)) return [];
  return isObject(value.fields.get("flow")) || isObject(value.fields.get("experience")) ? [value] : [];
}

/** Steps in a map, of which groups have one card for each of their hotspots. */
function legacySteps(report: ReportBuilder, flow: Fields): readonly Step[] {
  return entriesByIndex(flow.take("steps")).flatMap(([key, item]) => {
    const fields = report.fields(item, `${flow.path}.steps.${key}`, STEP_LOST);
    const type = fields.text("stepType");
    if (type === "modal") return [card(fields, key)];
    if (type !== "hotspot-group" && type !== "tooltip-group") {
      fields.report("stepType", "no_counterpart", type);
      return [];
    }
    return entriesByIndex(fields.take("hotspots")).map(([id, hotspot]) => {
      const own = report.fields(hotspot, `${fields.path}.hotspots.${id}`, STEP_LOST);
      return card(own, id, own.text("selector") ?? "");
    });
  });
}

function flowSteps(report: ReportBuilder, fields: Fields, steps: readonly SourceObject[]): readonly Step[] {
  return byIndex(steps).map((item, at) => {
    const own = report.fields(item, `${fields.path}.steps[${at}]`, STEP_LOST);
    const type = own.text("type");
    const traits = traitsOf(own.take("traits"));
    const overlay = traits.find(({ type: kind, selector }) => kind === OVERLAY && !isInternal(selector, traits));
    const id = idOf(item) ?? `step-${at + 1}`;
    return type === "tooltip" ? card(own, id, overlay?.selector ?? "", overlay?.placement) : card(own, id);
  });
}

interface Pin {
  readonly name: string;
  readonly slug: string;
  readonly targeting: ImportedTargeting;
  readonly steps: readonly SourceObject[];
}

function pin(report: ReportBuilder, fields: Fields, { name, slug, targeting, steps }: Pin): readonly ImportedContent[] {
  const cards = steps.map((item, at) => {
    const own = report.fields(item, `${fields.path}.steps[${at}]`, STEP_LOST);
    return { own, type: own.text("type"), traits: traitsOf(own.take("traits")) };
  });
  const selector = cards.flatMap(({ traits }) => traits).find(({ type }) => type === INLINE)?.selector ?? "";
  const shown = cards.find(({ type }) => type === "tooltip") ?? cards[0];
  if (shown === undefined) return [];
  if (selector === "") shown.own.report("traits", "target_missing");
  const content: ImportedContent = {
    ...{ name, slug, targeting },
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

interface Trait {
  readonly type: string;
  readonly selector: string;
  readonly placement: string;
  /** IDs that the trait gives to elements of Appcues. */
  readonly own_ids: readonly string[];
}

function traitsOf(value: SourceValue | undefined): readonly Trait[] {
  const items = value?.kind === "list" ? value.items.filter(isObject) : [];
  return items.map((item) => {
    const config = item.fields.get("config");
    const inner = isObject(config) ? config : undefined;
    const target = inner?.fields.get("target");
    return {
      type: textOf(item.fields.get("type")),
      selector: isObject(target) ? textOf(target.fields.get("selector")) : "",
      placement: textOf(inner?.fields.get("placement")),
      own_ids: ["rootId", "arrowId", "targetId"]
        .map((name) => textOf(inner?.fields.get(name)))
        .filter((id) => id !== ""),
    };
  });
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
  return {
    trigger: { kind: "automatic" },
    ...targetingOf([...appcuesConditions(report, rule), ...(is_narrowed ? [UNKNOWN_CONDITION] : [])]),
    // Seldom is safe: once, unless the rule says otherwise.
    frequency: frequency === "every_time" ? { mode: "always" } : { mode: "once" },
  };
}

function entriesByIndex(value: SourceValue | undefined): readonly (readonly [string, SourceObject])[] {
  if (!isObject(value)) return [];
  const entries = [...value.fields].flatMap(([key, item]) => (isObject(item) ? [[key, item] as const] : []));
  return entries.toSorted(([, left], [, right]) => indexOf(left) - indexOf(right));
}

function byIndex(items: readonly SourceObject[]): readonly SourceObject[] {
  return items.toSorted((left, right) => indexOf(left) - indexOf(right));
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
