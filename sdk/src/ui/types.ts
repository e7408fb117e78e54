import type { CelebrationSkip } from "@fanfare/contract/content/celebration";
import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Edition } from "@fanfare/contract/content/content";
import type { Action } from "@fanfare/contract/content/panel";
import type { Answer } from "@fanfare/contract/content/survey";
import type { Untranslated } from "@fanfare/contract/content/translation";
import type { EndReason, PrepareFailure } from "@fanfare/contract/events/events";
import type { Cancel, Clock } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Strategy } from "@fanfare/contract/target/target";
import type { PageTheme, PageThemes } from "@fanfare/contract/theme/theme";
import type { Storage } from "../lib/storage.ts";

/** The page as an argument: nothing under `ui/` touches a global. */
export interface Page {
  readonly document: Document;
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  /** The language of what is shown, as a tag (BCP 47), where it is known: the page's own where it is not. */
  readonly locale?: string | undefined;
  /** Puts on what is shown, for as long as it is, what the theme says. Where absent, it is the built-in one. */
  readonly applyTheme?: ((shadow: ShadowRoot) => Cancel) | undefined;
}

/** The words that every player may need: labels.ts has their English, words.ts finds those of other languages. */
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
 * The player's own words. A missing one is in the language of what is shown (words.ts), else English. `{step}`, `{steps}`, `{days}`, `{count}` stand for numbers, `{date}` for
 * a date, `{name}` for the name of something.
 *
 * @example
 * const labels: Labels = { next: "Weiter", progress: "Schritt {step} von {steps}" };
 */
export interface Labels extends PlayerLabels {
  /** What a carousel and its slides are called, and how a slide is: "carousel", "slide", "{step} of {steps}". */
  readonly carousel?: string | undefined;
  readonly slide?: string | undefined;
  readonly slide_position?: string | undefined;
  /** Several toasts at once: "{count} new notifications", "{count} more", and what can be done about them. */
  readonly notifications_new?: string | undefined;
  readonly notifications_more?: string | undefined;
  readonly dismiss_all?: string | undefined;
  readonly pause?: string | undefined;
  /** The feed. */
  readonly unread?: string | undefined;
  readonly unread_count?: string | undefined;
  readonly all_read?: string | undefined;
  readonly mark_all_read?: string | undefined;
  readonly feed_empty?: string | undefined;
  readonly passed?: string | undefined;
  /** What a person hid, and the way back. */
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
  /** Live updates: their name, the way to switch them off, and what is then said. */
  readonly live_updates?: string | undefined;
  readonly live_updates_off?: string | undefined;
  readonly live_updates_are_off?: string | undefined;
  /** The person’s wish that no toast goes by itself. */
  readonly toasts_stay?: string | undefined;
  /**
   * A survey: "Question {step} of {steps}", "(required)", "Please answer this question.", "Send", and what is said before a
   * text that was written would be lost.
   */
  readonly survey_question?: string | undefined;
  readonly survey_required?: string | undefined;
  readonly survey_unanswered?: string | undefined;
  readonly survey_submit?: string | undefined;
  readonly survey_unsent?: string | undefined;
  /** A mark of a rating, "{step} of {steps}", and five moods from the worst to the best, with commas between them. */
  readonly survey_star?: string | undefined;
  readonly survey_faces?: string | undefined;
  /** The mark of a hotspot: "Hint: {name}". */
  readonly hint?: string | undefined;
  /** A checklist: how far it is ("{step} of {steps} done"), what the name of a done task ends with, and its fold. */
  readonly tasks_done?: string | undefined;
  readonly task_done?: string | undefined;
  readonly minimise?: string | undefined;
}

/** All labels of the player in one language. */
export type LocaleLabels = { readonly [Name in keyof Labels]-?: string };

/** What every player is given. It plays bodies of one type, and fails with any other. */
export interface PlayerOptions extends Page {
  readonly edition: Edition;
  /** The content's name: what assistive technology calls it where there is no title. */
  readonly name: string;
  /** The station (contract/stations.ts) to resume at; null, or one that is gone, starts at the first. */
  readonly step_id: string | null;
  /** Names the content over all windows of the browser, where those share its state. */
  readonly content_id?: string | undefined;
  /** The tasks of a checklist that are done; none where absent. */
  readonly done?: readonly string[] | undefined;
  /** Where it is kept, over pages, whether the person folded a checklist. */
  readonly storage?: Storage | undefined;
  readonly labels: Labels;
  /** The language of a text that is in another one than the rest; absent where none is. */
  readonly langOf?: ((text: string) => string | undefined) | undefined;
  /**
   * Does what a button says, and throws nothing. What it answers settles when that is through: with why, where an action of the
   * page did not do it ({@link PrepareFailure}).
   */
  act(action: Action): unknown;
  /**
   * Hears every event, in order, outside the page's own call stack errors: what it throws ends the player. `box`: what of a
   * station that is shown stands on the screen.
   */
  on(event: PlayerEvent, box?: Element): void;
}

export type OpenPlayer = (options: PlayerOptions) => PlayerHandle;

/** What the stage gives beside it, to those that need it. */
export interface StagedPlayerOptions extends PlayerOptions {
  celebrate(preset: CelebrationPreset, wanted: CelebrationOverrides): CelebrationHandle;
}

/** Every {@link OpenPlayer} is one, too. */
export type OpenStagedPlayer = (options: StagedPlayerOptions) => PlayerHandle;

/** What one strategy found: `matches` elements, of which `visible` could be used. Only exactly one usable element counts. */
export interface StrategyResult {
  readonly kind: Strategy["kind"];
  readonly matches: number;
  readonly visible: number;
}

export type PlayerEvent =
  | { readonly kind: "step_shown"; readonly step_id: string; readonly index: number }
  | { readonly kind: "step_completed"; readonly step_id: string }
  | { readonly kind: "target_missing"; readonly step_id: string; readonly tried: readonly StrategyResult[] }
  /** The page was asked to prepare for a step by this action, and is not known to be ready. */
  | {
      readonly kind: "prepare_failed";
      readonly step_id: string;
      readonly action: string;
      readonly why: PrepareFailure;
    }
  /** The person opened the card of a hotspot. */
  | { readonly kind: "opened"; readonly step_id: string }
  /** The person pressed the button of a panel or task. */
  | { readonly kind: "acted"; readonly step_id: string }
  | { readonly kind: "answered"; readonly step_id: string; readonly answer: Answer }
  /**
   * Said once, last. `suppress`: the person ticked "Do not show again"; "Remind me later" has the reason `snoozed` and
   * `snooze`. `error`: what went wrong, with reason `error`.
   */
  | {
      readonly kind: "ended";
      readonly reason: EndReason;
      readonly suppress: boolean;
      readonly snooze?: boolean | undefined;
      readonly error?: string | undefined;
    };

/** A content on the screen. Every call is safe at any time and does nothing once it has ended. */
export interface PlayerHandle {
  /** As the person's own "Next": at the last station it completes the content. */
  next(): void;
  back(): void;
  /** Ignored when the edition has no such step. */
  goTo(step_id: string): void;
  /** A new version was published: texts change in place, focus stays; a step that is gone gives way to its neighbour. */
  update(edition: Edition): void;
  close(reason: EndReason): void;
  /**
   * These tasks of a checklist were done elsewhere. Of those that nobody has kept yet, `fresh`, one window of the browser says
   * `step_completed`, and completes the list with the last one.
   */
  completeTasks?(done: readonly string[], fresh: readonly string[]): void;
  /** Its theme has changed. Absent where it was opened in the built-in one. */
  setTheme?(theme: PageTheme): void;
  /** Before `update`: which of its texts are in another language now. Absent where none was when it was opened. */
  setUntranslated?(untranslated: Untranslated | undefined): void;
  /** An event of this name happened in the page (`track`); without a name: its address may have changed. */
  onPageEvent?(event?: string): void;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Where a celebration starts: an element's centre, which it follows while the page scrolls; a point in CSS pixels of the
 * viewport; the pointer; or the preset's own place.
 */
export type Origin = Element | Point | "cursor" | "viewport";

export const SHAPES = ["rectangle", "circle", "ribbon", "star"] as const;
/**
 * What a piece looks like: paper, a few characters or an emoji, or an SVG path (`d`) drawn in a square of `box` units,
 * 24 where nothing else is said.
 */
export type Shape =
  | (typeof SHAPES)[number]
  | "flake"
  | { readonly text: string }
  | { readonly path: string; readonly box?: number | undefined };

export interface CelebrationOptions extends Page {
  readonly preset: CelebrationPreset;
  /** A seeded one plays the same frames again. */
  readonly rng: Rng;
  /** The preset's own place when absent. */
  readonly origin?: Origin | undefined;
  /** What the page was handling when it asked: tells where the cursor is. */
  readonly event?: Event | undefined;
  /** CSS colours, at most 12. When absent, those of the theme or of the page's `--fanfare-confetti`, else Fanfare's own. */
  readonly colors?: readonly string[] | undefined;
  /**
   * Where nothing else says the colours: the theme that came with the first answer of the server, which is waited for a moment
   * (CELEBRATION_THEME_MS) while it is on its way.
   */
  readonly first?: Promise<unknown> | undefined;
  readonly decisions?: { current(): { readonly themes?: PageThemes | undefined } | undefined } | undefined;
  /** At most 8. The preset's own when absent. */
  readonly shapes?: readonly Shape[] | undefined;
  /** From 0.1 to 2: how many pieces, 1 being the preset's own number. */
  readonly intensity?: number | undefined;
  /** How long it may last, in milliseconds, from 1,000 to 10,000; 5,000 when absent. */
  readonly duration_ms?: number | undefined;
  /** Plays a short sound, where the person has touched the page before. */
  readonly sound?: boolean | undefined;
  /** What is celebrated, announced politely to assistive technology, and shown when motion is reduced. */
  readonly message?: string | undefined;
  readonly labels?: Labels | undefined;
  /** Where Fanfare is, and with it the worker. Without, the page's own thread paints. */
  readonly host?: string | undefined;
  /** Whether a worker may be tried. When absent: where the page evidently has no policy that would report it. */
  readonly worker?: boolean | undefined;
}

/** What an author says of a celebration, beside its preset; `locale`: the language that its message is in. */
export type CelebrationOverrides = Pick<CelebrationOptions, "message" | "colors" | "intensity" | "locale">;

/** `played` to its end, `stopped` or `cancelled` by the handle or Escape, left by a `navigation`, or why it was not (fully) played. */
export type CelebrationEnd = "played" | "stopped" | "cancelled" | "navigation" | CelebrationSkip;

export interface CelebrationHandle {
  /** Never rejects, and settles within a second of its duration. */
  readonly finished: Promise<{ readonly reason: CelebrationEnd }>;
  /** Once it is over: whether it was on the screen for a second, or to its end. */
  shown(): boolean;
  /** Nothing new is thrown; what flies comes down. */
  stop(): void;
  /** Everything of it disappears now. */
  cancel(reason?: "cancelled" | "navigation"): void;
}

/** What a confetti worker of this version says first. One of another version is not given a canvas. */
export const WORKER_READY = "fanfare-confetti-2";
