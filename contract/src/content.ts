import type { CelebrationPreset } from "./celebration.ts";
import type { Rule } from "./rule.ts";
import type { Schedule } from "./schedule.ts";

/**
 * What an author makes. An edition is plain data: typed blocks and strategies, never HTML, script or a regular
 * expression, so nothing that an author writes can run in a customer's page.
 */
export const CONTENT_TYPES = ["tour"] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

export const PLACEMENTS = ["auto", "top", "bottom", "start", "end"] as const;
/** `start` and `end` follow the reading direction of the page. */
export type Placement = (typeof PLACEMENTS)[number];

export const MISSING_TARGET_POLICIES = ["skip", "center", "end"] as const;
/** What a step does when its target did not appear within `wait_ms`. */
export type MissingTargetPolicy = (typeof MISSING_TARGET_POLICIES)[number];

/** A run of text. `href` is `https:`, `http:`, `mailto:`, `tel:` or a path. */
export interface Span {
  readonly text: string;
  readonly bold?: boolean | undefined;
  readonly italic?: boolean | undefined;
  readonly href?: string | undefined;
}

export type Block =
  | { readonly kind: "paragraph"; readonly spans: readonly Span[] }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: "image"; readonly url: string; readonly alt: string };

export const STRATEGY_KINDS = ["test_id", "role_name", "label", "text", "attribute", "css"] as const;

/** One way to find an element. The first strategy that finds exactly one visible element wins; two are none. */
export type Strategy =
  | { readonly kind: "test_id"; readonly value: string }
  | { readonly kind: "role_name"; readonly role: string; readonly name: string }
  | { readonly kind: "label"; readonly value: string }
  | { readonly kind: "text"; readonly value: string; readonly tag?: string | undefined }
  | { readonly kind: "attribute"; readonly name: string; readonly value: string }
  | { readonly kind: "css"; readonly value: string };

export interface Target {
  readonly strategies: readonly Strategy[];
}

export interface StepTexts {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly next_label?: string | undefined;
}

interface StepBase extends StepTexts {
  /** Stable across versions: funnels and resumed runs name it. */
  readonly id: string;
}

export type Step =
  | (StepBase & { readonly kind: "centered" })
  | (StepBase & {
      readonly kind: "anchored";
      readonly target: Target;
      readonly placement: Placement;
      /** How long the step waits for its target, in milliseconds. */
      readonly wait_ms: number;
      readonly on_missing: MissingTargetPolicy;
      /** Whether the person may use the target while the step is open. */
      readonly interaction: "allow" | "block";
      /** The person's own click on the target moves on, as the button does. */
      readonly advance_on_click: boolean;
    });

export interface TourBody {
  readonly type: "tour";
  readonly steps: readonly Step[];
  /** Offers "Do not show again" on every step, and for how long it lasts. */
  readonly suppression: { readonly offered: boolean; readonly days: number };
  readonly celebrate_on_completed?: CelebrationPreset | undefined;
}

export type Body = TourBody;

/**
 * Starts by itself, only from code (`fanfare.start`), from a link to a page of the app with `?fanfare={slug}`, or after
 * an event of that name in the page. Code may start every content.
 */
export type Trigger =
  | { readonly kind: "automatic" }
  | { readonly kind: "manual" }
  | { readonly kind: "link" }
  | { readonly kind: "event"; readonly event: string };

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
  readonly targeting: Targeting;
  readonly trigger: Trigger;
  readonly frequency: Frequency;
  /** When it may be met at all; from its publication on where absent. */
  readonly schedule?: Schedule | undefined;
  /** How long it waits, once all else allows it, in milliseconds. */
  readonly delay_ms?: number | undefined;
  readonly rollout?: Rollout | undefined;
  /** Higher goes first; ties go to the older content. */
  readonly priority: number;
  readonly tags: readonly string[];
}
