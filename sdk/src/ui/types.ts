import type { CelebrationSkip } from "@fanfare/contract/content/celebration";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Edition } from "@fanfare/contract/content/content";
import type { Lane } from "@fanfare/contract/content/lane";
import type { ButtonAction } from "@fanfare/contract/content/panel";
import type { Answer } from "@fanfare/contract/content/survey";
import type { EndReason, OpenRun, PrepareFailure } from "@fanfare/contract/events/events";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Decision } from "@fanfare/contract/schema/client/v1";
import type { Strategy } from "@fanfare/contract/target/target";
import type { PageTheme, PageThemes } from "@fanfare/contract/theme/theme";
import type { Untranslated } from "@fanfare/contract/translation/translation";
import type { Storage } from "../lib/storage.ts";

/** The page as a parameter: code under `ui/` accesses no globals. */
export interface Page {
  readonly document: Document;
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  /** The content's language as a BCP 47 tag, if known; otherwise, the page's language applies. */
  readonly locale?: string | undefined;
  /** Applies the theme to displayed content while it is displayed. If omitted, the built-in theme is used. */
  readonly applyTheme?: ((shadow: ShadowRoot) => Cancel) | undefined;
  /** Handles no keys outside the content and takes no focus, because an author is editing it on the page. */
  readonly passive?: boolean | undefined;
}

/** Labels that every player may need. labels.ts has the English defaults, locales.ts loads other languages. */
export interface PlayerLabels {
  readonly next?: string | undefined;
  readonly back?: string | undefined;
  readonly finish?: string | undefined;
  readonly close?: string | undefined;
  readonly progress?: string | undefined;
  readonly waiting?: string | undefined;
  readonly do_not_show_again?: string | undefined;
  readonly remind_later?: string | undefined;
  readonly celebration?: string | undefined;
  readonly notifications?: string | undefined;
}

/**
 * Labels of a resource center: its search, "Results: {count}", "No results for “{name}”", the link that continues the
 * search in the help center, the number of new entries, the mark of a new entry, the heading above articles, and the
 * states while and after articles are searched without success.
 */
export interface ResourceCenterLabels {
  readonly resources_search?: string | undefined;
  readonly resources_found?: string | undefined;
  readonly resources_none?: string | undefined;
  readonly resources_beyond?: string | undefined;
  readonly resources_new?: string | undefined;
  readonly resources_tag?: string | undefined;
  readonly resources_articles?: string | undefined;
  readonly resources_searching?: string | undefined;
  readonly resources_failed?: string | undefined;
}

/**
 * A checklist whose tasks can be skipped: the button that skips a task and the one that undoes it, the suffix of a
 * skipped task, and the progress if all tasks are skipped.
 */
export interface ChecklistLabels {
  readonly task_skip?: string | undefined;
  readonly task_skip_undo?: string | undefined;
  readonly task_skipped?: string | undefined;
  readonly tasks_skipped?: string | undefined;
}

/**
 * Errors of survey questions: a missing text of "other", a matrix or a ranking ({count} options) with gaps, and an
 * invalid email address or date.
 */
export interface SurveyFieldLabels {
  readonly survey_other?: string | undefined;
  readonly survey_rows?: string | undefined;
  readonly survey_ranks?: string | undefined;
  readonly survey_email?: string | undefined;
  readonly survey_date?: string | undefined;
}

/**
 * Overrides for the player's labels. Missing ones use the language of the content, otherwise English. `{step}`,
 * `{steps}`, `{days}`, and `{count}` are replaced by numbers, `{date}` by a date, and `{name}` by a name.
 *
 * @example
 * const labels: Labels = { next: "Weiter", progress: "Schritt {step} von {steps}" };
 */
export interface Labels extends PlayerLabels, ResourceCenterLabels, ChecklistLabels, SurveyFieldLabels {
  /**
   * Role descriptions of a carousel and its slides, and the label of a slide: "carousel", "slide", "{step} of {steps}".
   */
  readonly carousel?: string | undefined;
  readonly slide?: string | undefined;
  readonly slide_position?: string | undefined;
  /** Several toasts: "{count} new notifications", "{count} more", and the buttons for them. */
  readonly notifications_new?: string | undefined;
  readonly notifications_more?: string | undefined;
  readonly dismiss_all?: string | undefined;
  readonly pause?: string | undefined;
  /** Labels of the feed. */
  readonly unread?: string | undefined;
  readonly unread_count?: string | undefined;
  readonly all_read?: string | undefined;
  readonly mark_all_read?: string | undefined;
  readonly feed_empty?: string | undefined;
  readonly passed?: string | undefined;
  /** Labels of the page where people review and show hidden content again. */
  readonly choices?: string | undefined;
  readonly choices_empty?: string | undefined;
  readonly hidden_until?: string | undefined;
  readonly snoozed_until?: string | undefined;
  readonly everything?: string | undefined;
  readonly tagged?: string | undefined;
  readonly unknown_content?: string | undefined;
  readonly show_again?: string | undefined;
  readonly show_all_again?: string | undefined;
  readonly shown_again?: string | undefined;
  /** Live updates: their name, the button that turns them off, and the confirmation. */
  readonly live_updates?: string | undefined;
  readonly live_updates_off?: string | undefined;
  readonly live_updates_are_off?: string | undefined;
  /** The option to keep toasts until they are dismissed. */
  readonly toasts_stay?: string | undefined;
  /**
   * A survey: "Question {step} of {steps}", "(required)", "Answer this question to continue.", "Send", and the warning
   * before an unsent answer is discarded.
   */
  readonly survey_question?: string | undefined;
  readonly survey_required?: string | undefined;
  readonly survey_unanswered?: string | undefined;
  readonly survey_submit?: string | undefined;
  readonly survey_unsent?: string | undefined;
  /** A rating point, "{step} of {steps}", and five moods from worst to best, separated by commas. */
  readonly survey_star?: string | undefined;
  readonly survey_faces?: string | undefined;
  /** The mark of a hotspot: "Hint: {name}". */
  readonly hint?: string | undefined;
  /**
   * A checklist: its progress ("{step} of {steps} done"), the suffix of a completed task, and the button that minimizes
   * it.
   */
  readonly tasks_done?: string | undefined;
  readonly task_done?: string | undefined;
  readonly minimise?: string | undefined;
  /** A button copied its text. */
  readonly copied?: string | undefined;
  /** The person asked for content that can't be shown. */
  readonly unavailable?: string | undefined;
}

/** Labels that load with the parts that need them. */
type PartLabels = ResourceCenterLabels & ChecklistLabels & SurveyFieldLabels;

/** All other labels of the player in one language. */
export type LocaleLabels = {
  readonly [Name in Exclude<keyof Labels, keyof PartLabels>]-?: string;
};

/** Options of all players. Each player handles one body type and throws for others. */
export interface PlayerOptions extends Page {
  readonly edition: Edition;
  /** The content's name, used as the accessible name if there is no title. */
  readonly name: string;
  /** The position (contract/positions.ts) to resume at. If null or no longer present, starts at the first. */
  readonly step_id: string | null;
  /** Identifies content whose state is shared by all tabs of the browser. */
  readonly content_id?: string | undefined;
  /** Where the run is: completed tasks of a checklist, and answers to a survey. */
  readonly run?: OpenRun | undefined;
  /** Where it's shown; the usual place of its type if omitted. `embedded`: only where other content shows it. */
  readonly lane?: Lane | undefined;
  /** Stores, across pages, whether the person minimized a checklist. */
  readonly storage?: Storage | undefined;
  readonly labels: Labels;
  /** Returns the language of a text that differs from the rest; omitted if there are none. */
  readonly langOf?: ((text: string) => string | undefined) | undefined;
  /**
   * Runs a button's action and never throws. The result settles when it's done, with the reason if an action of the
   * page failed ({@link PrepareFailure}).
   */
  act(action: ButtonAction): unknown;
  /**
   * Receives every event in order. An exception thrown here ends the player. `box`: the visible element of a displayed
   * step.
   */
  on(event: PlayerEvent, box?: Element): void;
}

export type OpenPlayer = (options: PlayerOptions) => PlayerHandle;

export interface StagedPlayerOptions extends PlayerOptions {
  celebrate(preset: CelebrationPreset, wanted: CelebrationOverrides): CelebrationHandle;
}

/** Every {@link OpenPlayer} is also assignable to this type. */
export type OpenStagedPlayer = (options: StagedPlayerOptions) => PlayerHandle;

/** Result of one locator: `matches` elements, of which `visible` are usable. Only exactly one usable element counts. */
export interface StrategyResult {
  readonly kind: Strategy["kind"];
  readonly matches: number;
  readonly visible: number;
}

export type PlayerEvent =
  | { readonly kind: "step_shown"; readonly step_id: string; readonly index: number }
  | { readonly kind: "step_completed"; readonly step_id: string }
  /** The person skipped a task of a checklist, or undid it. */
  | { readonly kind: "step_skipped"; readonly step_id: string }
  | { readonly kind: "step_restored"; readonly step_id: string }
  | { readonly kind: "target_missing"; readonly step_id: string; readonly tried: readonly StrategyResult[] }
  /** This action was called to prepare the page for a step, but didn't confirm success. */
  | {
      readonly kind: "prepare_failed";
      readonly step_id: string;
      readonly action: string;
      readonly why: PrepareFailure;
    }
  | { readonly kind: "opened"; readonly step_id: string }
  /** The person clicked the button of a panel or task. */
  | { readonly kind: "acted"; readonly step_id: string }
  /** The person searched a resource center. */
  | { readonly kind: "searched"; readonly step_id: string; readonly query: string; readonly results: number }
  | { readonly kind: "answered"; readonly step_id: string; readonly answer: Answer }
  /**
   * The last event of its run, emitted once. `suppress`: "Do not show again" was checked. "Remind me later" has the
   * reason `snoozed` and sets `snooze`. `error`: details for reason `error`. `stays`: thanks remain on the screen until
   * `removed`.
   */
  | {
      readonly kind: "ended";
      readonly reason: EndReason;
      readonly suppress: boolean;
      readonly snooze?: boolean | undefined;
      readonly error?: string | undefined;
      readonly stays?: boolean | undefined;
    }
  /** What stayed after the end has left the screen. */
  | { readonly kind: "removed" };

/** What happens in a run of content. */
export type RunEvent = Exclude<PlayerEvent, { readonly kind: "removed" }>;

/** A checklist's progress in the server's latest response. */
export type KnownProgress = Pick<Decision, "run" | "group_done">;

/** A place in other content that shows a checklist. */
export interface ChecklistPlace {
  readonly box: HTMLElement;
  /** ID of its heading. */
  readonly title_id: string;
  addStyle(css: string): void;
  /** The checklist ended, or was set aside. */
  removed(): void;
}

/** Displayed content. Every call is safe at any time and does nothing after the end. */
export interface PlayerHandle {
  /** Same as the person's "Next": completes the content at its last step. */
  next(): void;
  back(): void;
  /** Ignored if the edition has no such step. `run`: where the run is, if it moved on elsewhere. */
  goTo(step_id: string, run?: OpenRun): void;
  /**
   * A new version was published: updates texts in place and keeps focus. A removed step is replaced by its neighbor.
   */
  update(edition: Edition): void;
  close(reason: EndReason): void;
  /**
   * Tasks of a checklist completed elsewhere. Of those not stored yet (`fresh`), one tab of the browser emits
   * `step_completed`. That tab also completes the list with the last one. `now`: what the server knows.
   */
  completeTasks?(done: readonly string[], fresh: readonly string[], now?: KnownProgress): void;
  /** Shows a checklist in one more place, with the same tasks and progress. Resolves once they're written. */
  embed?(place: ChecklistPlace): Promise<Cancel>;
  /** Opened for such places only, and the last one is gone. */
  isUnplaced?(): boolean;
  /** Opens it fully: the person asked for content that is already displayed. */
  reveal?(): void;
  /** Changes the theme. Undefined if the content was opened in the built-in theme. */
  setTheme?(theme: PageTheme): void;
  /** Call before `update` with the texts that are now untranslated. Undefined if there were none on opening. */
  setUntranslated?(untranslated: Untranslated | undefined): void;
  /**
   * Counts what the person just did, because the page is being left. Browsers paint after a press before they run a
   * timer, and a link may load the next page first.
   */
  settle?(): void;
  /** Handles an event tracked on the page (`track`); without a name, a possible URL change. */
  onPageEvent?(event?: string): void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Where a celebration starts: an element's center, which it follows during scrolling; a point in viewport pixels; the
 * pointer; or the preset's default.
 */
export type Origin = Element | Point | "cursor" | "viewport";

export const SHAPES = ["rectangle", "circle", "ribbon", "star"] as const;
/**
 * The shape of a piece: paper, a few characters or an emoji, or an SVG path (`d`) in a square of `box` units, 24 by
 * default.
 */
export type Shape =
  | (typeof SHAPES)[number]
  | "flake"
  | { readonly text: string }
  | { readonly path: string; readonly box?: number | undefined };

export interface CelebrationOptions extends Page {
  readonly preset: CelebrationPreset;
  /** A seeded generator reproduces the same frames. */
  readonly rng: Rng;
  /** The origin. Defaults to that of the preset, also for an element that isn't there (null). */
  readonly origin?: Origin | null | undefined;
  /** The event that the page was handling, which provides the pointer position. */
  readonly event?: Event | undefined;
  /** URL path of the page that asked for it: on another one, it ends. Defaults to the current one. */
  readonly pathname?: string | undefined;
  /**
   * CSS colors, at most 12. Defaults to those of the theme or of the page's `--fanfare-confetti`, otherwise Fanfare's.
   */
  readonly colors?: readonly string[] | undefined;
  /**
   * Source of the theme's colors if no others are set: the first response, awaited for at most CELEBRATION_THEME_MS.
   */
  readonly first?: Promise<unknown> | undefined;
  readonly decisions?: { current(): { readonly themes?: PageThemes | undefined } | undefined } | undefined;
  /** At most 8 shapes. Defaults to those of the preset. */
  readonly shapes?: readonly Shape[] | undefined;
  /** The number of pieces relative to the preset, from 0.1 to 2. */
  readonly intensity?: number | undefined;
  /** Maximum duration in milliseconds, from 1,000 to 10,000; 5,000 by default. */
  readonly duration_ms?: number | undefined;
  /** Plays a short sound if the person has interacted with the page before. */
  readonly sound?: boolean | undefined;
  /** What is celebrated. Announced politely to screen readers, and shown with reduced motion. */
  readonly message?: string | undefined;
  readonly labels?: Labels | undefined;
  /** The Fanfare URL, from which the worker is loaded. Without it, the main thread paints. */
  readonly host?: string | undefined;
  /** Whether a worker may be tried. If omitted, only on pages that evidently have no policy that would report it. */
  readonly worker?: boolean | undefined;
}

/** An author's options for a celebration besides its preset. `locale`: the language of its message. */
export type CelebrationOverrides = Pick<CelebrationOptions, "message" | "colors" | "intensity" | "locale">;

/**
 * How a celebration ended: `played` to its end, `stopped` or `cancelled` by the handle or Escape, ended by a
 * `navigation`, or the reason it wasn't (fully) played.
 */
export type CelebrationEnd = "played" | "stopped" | "cancelled" | "navigation" | CelebrationSkip;

export interface CelebrationHandle {
  /** Resolves within a second after its duration. Never rejects. */
  readonly finished: Promise<{ readonly reason: CelebrationEnd }>;
  /** After the end: whether it was visible for one second or until its end. */
  shown(): boolean;
  /** Stops emitting new particles; those in the air still fall. */
  stop(): void;
  /** Removes the celebration immediately. */
  cancel(reason?: "cancelled" | "navigation"): void;
}

/** First message of a confetti worker. The version must match before it receives a canvas. */
export const WORKER_READY = "fanfare-confetti-2";
