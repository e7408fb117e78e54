import type { Tone } from "@fanfare/contract/content/tone";
import type { JsonValue } from "@fanfare/contract/schema/client/v1";
import type { Consent } from "../lib/storage.ts";
import type { CelebrationOptions, Labels } from "../ui/types.ts";

/** What {@link init} is told. Only `key` is needed by a page that loads the SDK from Fanfare itself. */
export interface InitOptions {
  /** The app's public key. */
  readonly key: string;
  /**
   * Where Fanfare is, path prefix included: `https://fanfare.example`. Known by itself to a page that imports
   * `/sdk/fanfare.js`; needed where the SDK is bundled into the page's own script.
   */
  readonly host?: string | undefined;
  /**
   * Whether the person agreed to be remembered. Until `granted` (the default) nothing is written to the browser:
   * `pending` keeps events in memory and sends none, `denied` drops them, and takes away what earlier pages kept here. What the
   * person asks for still works.
   */
  readonly consent?: Consent | undefined;
  /**
   * The language that the page is in, as a tag (BCP 47): contents come in it where they are written in it, before any that
   * the browser asks for. {@link Fanfare.setLocale} changes it.
   */
  readonly locale?: string | undefined;
  /** Says in the browser's console, at level debug, what went wrong. */
  readonly debug?: boolean | undefined;
  /**
   * Whether celebrations may be painted in a worker, off the page's thread. `true` where the page's policy allows workers
   * from Fanfare's address; when absent, it is tried only on pages that evidently have no policy that would report it.
   */
  readonly worker?: boolean | undefined;
  /**
   * The player's own words, where they should be others. What is not among them is in the language of what is shown, or of the
   * page where that has none: Arabic, Chinese (simplified), Dutch, French, German, Hebrew, Italian, Japanese, Polish,
   * Portuguese, Russian, Spanish, Turkish; else English.
   */
  readonly labels?: Labels | undefined;
}

/** What an event brings along: JSON, at most 8 kB. */
export type Props = Readonly<Record<string, JsonValue>>;

/** How {@link Fanfare.start} is to begin. */
export interface StartOptions {
  /** The id of the step, slide or question to begin at. One that the content does not have changes nothing. */
  readonly step?: string | undefined;
  /**
   * Its frequency ("once", "until completed", "every 30 days") does not stand in the way, until this page is left. All else
   * does: what the person hid, how much their day may bring, whom it is for, where, and when.
   */
  readonly force?: boolean | undefined;
  /** Only for who has not seen it to an end before; else it is refused by the gate `frequency`. Goes before `force`. */
  readonly once?: boolean | undefined;
}

/** What a toast offers to do: a function of the page, one that it gave a name ({@link Fanfare.action}), or a link. */
export interface ToastAction {
  readonly label: string;
  readonly onClick?: (() => unknown) | undefined;
  readonly action?: string | undefined;
  readonly href?: string | undefined;
}

/** How a toast of the page's own is shown. */
export interface ToastOptions {
  /** `info` where nothing is said. */
  readonly tone?: Tone | undefined;
  /** A toast that offers something stays until the person has answered it. */
  readonly action?: ToastAction | undefined;
}

/** What a suppression is about: a content by id or slug, a tag, or everything. */
export type Suppressed = string | { readonly tag: string } | "*";

/** What the person opens themselves: what can be read again, and what they hid. */
export type PanelName = "feed" | "choices";

/** What differs from the preset. What is left out is as the preset has it. */
export type CelebrateOptions = Partial<
  Pick<CelebrationOptions, "origin" | "colors" | "shapes" | "intensity" | "duration_ms" | "sound" | "message" | "rng">
>;
