import type { Rule } from "../targeting/rule.ts";
import type { Schedule } from "../targeting/schedule.ts";
import type { Body } from "./body.ts";
import type { Experiment } from "./experiment.ts";
import type { Translations } from "./translation.ts";

/** The nth event of a person since ever, or every nth. */
export interface EventCount {
  readonly on: "nth" | "every";
  readonly n: number;
}

/**
 * Starts by itself, only from code (`fanfare.start`), from a link to a page of the app with `?fanfare={slug}`, or after
 * an event of that name in the page; with a `count` after that one of the person's events, which the server counts over
 * all devices. Or when the person has completed another content, named by its slug, or reached a goal of the app, named
 * by its name. Code may start every content.
 */
export type Trigger =
  | { readonly kind: "automatic" }
  | { readonly kind: "manual" }
  | { readonly kind: "link" }
  | { readonly kind: "event"; readonly event: string; readonly count?: EventCount | undefined }
  | { readonly kind: "completed"; readonly content: string }
  | { readonly kind: "goal"; readonly goal: string };

export const FREQUENCY_MODES = ["once", "until_completed", "every", "always"] as const;
export type FrequencyMode = (typeof FREQUENCY_MODES)[number];

/** How often the same person meets it. */
export interface Frequency {
  readonly mode: FrequencyMode;
  /** For `every`: so many days after it went, it may come again. */
  readonly every_days?: number | undefined;
  /** Whatever the mode: it does not come again sooner than this after it went. */
  readonly cooldown_hours?: number | undefined;
}

export interface Targeting {
  /** Patterns of `contract/glob.ts`. No pattern to include means every page. */
  readonly urls: { readonly include: readonly string[]; readonly exclude: readonly string[] };
  /** Who it is for; everybody where absent. It stays on the server. */
  readonly audience?: Rule | undefined;
  /** Only people who are known by name, or only those who are not; both where absent. */
  readonly people?: "identified" | "anonymous" | undefined;
}

/** How many of those for whom it is meant really meet it: always the same ones. */
export interface Rollout {
  /** Percent of the people who are let in, 100 where absent. */
  readonly percent?: number | undefined;
  /** Percent of the people who never meet it, so that its effect can be told; 0 where absent. */
  readonly holdout_percent?: number | undefined;
}

/** All that a version freezes. */
export interface Edition {
  readonly body: Body;
  /** The language that its texts are written in, as a tag (BCP 47). */
  readonly locale?: string | undefined;
  /** Its texts in other languages. */
  readonly translations?: Translations | undefined;
  readonly targeting: Targeting;
  readonly trigger: Trigger;
  readonly frequency: Frequency;
  /** When it may be met at all; from its publication on where absent. */
  readonly schedule?: Schedule | undefined;
  /** How long it waits, once all else allows it, in milliseconds. */
  readonly delay_ms?: number | undefined;
  readonly rollout?: Rollout | undefined;
  /** Other editions of it that are compared with it; a page hears of the one that its person gets. */
  readonly experiment?: Experiment | undefined;
  /** Higher goes first; ties go to the older content. */
  readonly priority: number;
  readonly tags: readonly string[];
  /** The id of the theme that it wears, or `built_in`; the workspace's own where absent. */
  readonly theme?: string | undefined;
}
