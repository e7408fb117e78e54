import type { PropertyTest, Rule } from "../targeting/rule.ts";
import type { Schedule } from "../targeting/schedule.ts";
import type { Translations } from "../translation/translation.ts";
import type { Body } from "./body.ts";
import type { Experiment } from "./experiment.ts";

/** A person's nth event overall, or every nth. */
export interface EventCount {
  readonly on: "nth" | "every";
  readonly n: number;
}

/**
 * How content starts: automatically, from code only (`fanfare.start`), from a link with `?fanfare={slug}`, or on an
 * event in the page. With `props`, only events whose properties pass all tests count, and the server tests them, so that
 * conditions never reach pages. With `count`, the server counts the person's events across all devices.
 * Also when the person completes other content (by slug) or reaches a goal of the app (by name). Code can start any
 * content.
 */
export type Trigger =
  | { readonly kind: "automatic" }
  | { readonly kind: "manual" }
  | { readonly kind: "link" }
  | {
      readonly kind: "event";
      readonly event: string;
      readonly props?: readonly PropertyTest[] | undefined;
      readonly count?: EventCount | undefined;
    }
  | { readonly kind: "completed"; readonly content: string }
  | { readonly kind: "goal"; readonly goal: string };

export const TRIGGER_KINDS = ["automatic", "manual", "link", "event", "completed", "goal"] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];

export const FREQUENCY_MODES = ["once", "until_completed", "every", "always"] as const;
export type FrequencyMode = (typeof FREQUENCY_MODES)[number];

export interface Frequency {
  readonly mode: FrequencyMode;
  /** For `every`: days after it closed until it can be shown again. */
  readonly every_days?: number | undefined;
  /** Minimum time after it closed until it's shown again, in any mode. */
  readonly cooldown_hours?: number | undefined;
  /** At most so many times within so many days, in any mode. Counted like a frequency cap. */
  readonly limit?: { readonly times: number; readonly days: number } | undefined;
}

export interface Targeting {
  /** Patterns of `contract/glob.ts`. An empty `include` matches every page. */
  readonly urls: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  /** Everyone if absent. Never leaves the server. */
  readonly audience?: Rule | undefined;
  /** Only identified people, or only anonymous visitors. Both if absent. */
  readonly people?: "identified" | "anonymous" | undefined;
}

/** Share of the audience that sees it: always the same people. */
export interface Rollout {
  /** Percent of people included. Defaults to 100. */
  readonly percent?: number | undefined;
  /** Percent of people who never see it, so that its effect can be measured. Defaults to 0. */
  readonly holdout_percent?: number | undefined;
}

/** How many responses a survey collects before it stops asking. */
export interface ResponseQuota {
  readonly responses: number;
  /** Counts anew in each calendar day, week (from Monday), or month, in UTC. In total if absent. */
  readonly per?: QuotaPeriod | undefined;
}

export const QUOTA_PERIODS = ["day", "week", "month"] as const;
export type QuotaPeriod = (typeof QUOTA_PERIODS)[number];

/** Everything that a version freezes. */
export interface Edition {
  readonly body: Body;
  /** Source language as a BCP 47 tag. */
  readonly locale?: string | undefined;
  readonly translations?: Translations | undefined;
  readonly targeting: Targeting;
  readonly trigger: Trigger;
  readonly frequency: Frequency;
  /** When it can be shown. From publication on if absent. */
  readonly schedule?: Schedule | undefined;
  /** Delay once everything else allows it, in milliseconds. */
  readonly delay_ms?: number | undefined;
  readonly rollout?: Rollout | undefined;
  /** Only for surveys. Unlimited if absent. */
  readonly quota?: ResponseQuota | undefined;
  /** Variants to compare it with. A page receives only its person's variant. */
  readonly experiment?: Experiment | undefined;
  /** Higher values win. Ties go to the older content. */
  readonly priority: number;
  readonly tags: readonly string[];
  /** Theme ID, or `built_in`. Defaults to the workspace's theme. */
  readonly theme?: string | undefined;
}

/** What content lists are filtered by. */
export const CONTENT_STATUS_FILTERS = [
  ...(["all", "draft", "in_review", "awaiting_review", "approved", "scheduled", "live", "changed"] as const),
  ...(["paused", "incomplete", "archived"] as const),
] as const;
