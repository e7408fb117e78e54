import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Edition, Frequency, Trigger } from "@fanfare/contract/content";
import type { ContentDetail } from "@fanfare/contract/schema/api";
import { contentNameSchema, editionSchema } from "@fanfare/contract/schema/content";
import { slugSchema } from "@fanfare/contract/schema/slug";
import type { z } from "zod";
import { t, tKnown } from "../language/t.ts";

export const RULES = ["nth", "every", "completed", "goal", "event", "manual"] as const;
/** When it comes. Of those, `event` alone is judged by the page; the server counts the others for each person. */
export type RuleKind = (typeof RULES)[number];

/** A celebration while it is written; the fields of all rules side by side, so that trying another one loses nothing. */
export interface CelebrationDraft {
  readonly name: string;
  readonly slug: string;
  readonly preset: CelebrationPreset;
  readonly message: string;
  /** As typed: `#5336e2, #ffb224`. */
  readonly colors: string;
  readonly intensity: number;
  readonly rule: RuleKind;
  readonly event: string;
  readonly n: number;
  readonly content: string;
  readonly goal: string;
}

export const EMPTY_CELEBRATION: CelebrationDraft = {
  ...{ name: "", slug: "", preset: "burst", message: "", colors: "", intensity: 1 },
  ...{ rule: "nth", event: "", n: 1, content: "", goal: "" },
};

/** What is wrong, by the field of the draft. */
export type CelebrationProblems = ReadonlyMap<keyof CelebrationDraft | "other", string>;

export type ReadCelebration =
  | {
      readonly outcome: "ready";
      readonly name: string;
      readonly slug: string;
      readonly edition: z.output<typeof editionSchema>;
    }
  | { readonly outcome: "wrong"; readonly problems: CelebrationProblems };

/**
 * What a draft stands for, by the rules of the server itself; else what is wrong with it. `base`: the edition that is
 * changed; what the draft does not speak of stays as it is there.
 */
export function readCelebration(draft: CelebrationDraft, base: Edition | undefined): ReadCelebration {
  const problems = new Map<keyof CelebrationDraft | "other", string>();
  const name = contentNameSchema.safeParse(draft.name);
  const slug = slugSchema.safeParse(draft.slug);
  if (!name.success) problems.set("name", tKnown(name.error.issues[0]?.message ?? ""));
  if (!slug.success) problems.set("slug", tKnown(slug.error.issues[0]?.message ?? ""));
  const colors = colorsIn(draft.colors);
  const read = editionSchema.safeParse({
    ...base,
    body: {
      ...(base?.body.type === "celebration" ? base.body : {}),
      ...{ type: "celebration", preset: draft.preset, intensity: draft.intensity },
      message: draft.message.trim() === "" ? undefined : draft.message,
      colors: colors.length === 0 ? undefined : colors,
    },
    trigger: triggerOf(draft),
    frequency: frequencyOf(draft.rule),
  });
  if (read.success && problems.size === 0 && name.success && slug.success) {
    return { outcome: "ready", name: name.data, slug: slug.data, edition: read.data };
  }
  for (const { path, message } of read.error?.issues ?? []) {
    const [first, second] = path.map(String);
    const field = FIELDS.find((each) => each === (first === "body" || first === "trigger" ? second : first)) ?? "other";
    if (!problems.has(field)) problems.set(field, field === "colors" ? COLORS_WANTED : tKnown(message));
  }
  return { outcome: "wrong", problems };
}

const FIELDS = ["preset", "message", "colors", "intensity", "event", "content", "goal"] as const;
const COLORS_WANTED = t("Write colours as #5336e2, with commas between them, at most twelve.");

/** @example colorsIn("#fff000, #123456"); // ["#fff000", "#123456"] */
export function colorsIn(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((color) => color !== "");
}

function triggerOf({ rule, event, n, content, goal }: CelebrationDraft): Trigger {
  switch (rule) {
    case "nth":
    case "every":
      return { kind: "event", event: event.trim(), count: { on: rule, n } };
    case "event":
      return { kind: "event", event: event.trim() };
    case "completed":
      return { kind: "completed", content };
    case "goal":
      return { kind: "goal", goal };
    case "manual":
      return { kind: "manual" };
  }
}

/** What is counted may come again with the next count; what is reached once is celebrated once. */
function frequencyOf(rule: RuleKind): Frequency {
  return { mode: rule === "every" || rule === "event" || rule === "manual" ? "always" : "once" };
}

/** The draft of a celebration that is there. */
export function draftOf({ name, slug, draft }: Pick<ContentDetail, "name" | "slug" | "draft">): CelebrationDraft {
  const { body, trigger } = draft;
  const own = { ...EMPTY_CELEBRATION, name, slug };
  if (body.type !== "celebration") return own;
  const { preset, message = "", colors = [], intensity = 1 } = body;
  const looks = { ...own, preset, message, intensity, colors: colors.join(", ") };
  switch (trigger.kind) {
    case "event": {
      const { event, count } = trigger;
      return { ...looks, event, rule: count?.on ?? "event", n: count?.n ?? 1 };
    }
    case "completed":
      return { ...looks, rule: "completed", content: trigger.content };
    case "goal":
      return { ...looks, rule: "goal", goal: trigger.goal };
    case "automatic":
    case "link":
    case "manual":
      return { ...looks, rule: "manual" };
  }
}
