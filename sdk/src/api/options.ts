import type { Tone } from "@fanfare/contract/content/tone";
import type { JsonValue } from "@fanfare/contract/schema/client/v1";
import type { Consent } from "../lib/storage.ts";
import type { CelebrationOptions, Labels } from "../ui/types.ts";
import type { ContentName } from "./names.ts";

/** Options of {@link init}. Only `key` is required if the page loads the SDK from Fanfare. */
export interface InitOptions {
  /** The app's public key. */
  readonly key: string;
  /**
   * The Fanfare URL including any path prefix, such as `https://fanfare.example`. Detected automatically if the page
   * imports `/sdk/fanfare.js`; required if the SDK is bundled into the page's own script.
   */
  readonly host?: string | undefined;
  /**
   * Whether the person consents to being remembered; `granted` by default. With `pending`, events stay in memory and
   * aren't sent, and nothing is written to the browser. `denied` drops events and deletes what earlier pages stored.
   * Content that the person requests still works.
   */
  readonly consent?: Consent | undefined;
  /**
   * The language of the page as a BCP 47 tag. Content uses it, if available, before the browser's languages. Change it
   * with {@link Fanfare.setLocale}.
   */
  readonly locale?: string | undefined;
  /** Logs problems to the browser console at level debug. */
  readonly debug?: boolean | undefined;
  /**
   * Whether celebrations may render in a worker. Set `true` if the page's content security policy allows workers from
   * Fanfare's origin. If omitted, a worker is used only on pages that evidently have no policy that would report it.
   */
  readonly worker?: boolean | undefined;
  /**
   * Overrides for the player's labels. Others use the language of the content, or of the page if the content has none:
   * Arabic, Chinese (simplified), Dutch, French, German, Hebrew, Italian, Japanese, Polish, Portuguese, Russian,
   * Spanish, or Turkish; otherwise English.
   */
  readonly labels?: Labels | undefined;
}

/** Event properties: JSON, at most 8 kB. */
export type Props = Readonly<Record<string, JsonValue>>;

/** Options of {@link Fanfare.start}. */
export interface StartOptions {
  /** The ID of the step, panel, or question to start at. Ignored if the content doesn't have it. */
  readonly step?: string | undefined;
  /**
   * Ignores the content's frequency ("once", "until completed", "every 30 days") until the person leaves this page.
   * Everything else still applies: suppressions, frequency caps, audience, URL rules, and schedule.
   */
  readonly force?: boolean | undefined;
  /**
   * Starts only if the person hasn't finished this content before; otherwise, the gate `frequency` refuses it. Takes
   * precedence over `force`.
   */
  readonly once?: boolean | undefined;
}

/**
 * A toast's button: calls a function of the page or an action registered with {@link Fanfare.action}, or opens a link.
 */
export interface ToastAction {
  readonly label: string;
  readonly onClick?: (() => unknown) | undefined;
  readonly action?: string | undefined;
  readonly href?: string | undefined;
}

/** Options of {@link Fanfare.toast}. */
export interface ToastOptions {
  /** The tone of the toast, `info` by default. */
  readonly tone?: Tone | undefined;
  /** The toast's button. A toast with a button stays until the person responds or dismisses it. */
  readonly action?: ToastAction | undefined;
}

/** What a suppression covers: a content item by ID or slug, a tag, or everything. */
export type Suppressed = ContentName | { readonly tag: string } | "*";

/** A panel that people can open: the feed (`feed`) or the content they hid (`choices`). */
export type PanelName = "feed" | "choices";

/** Overrides for a celebration preset. Omitted options use the preset's values. */
export type CelebrateOptions = Partial<
  Pick<CelebrationOptions, "origin" | "colors" | "shapes" | "intensity" | "duration_ms" | "sound" | "message" | "rng">
>;
