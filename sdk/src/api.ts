import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Arm } from "@fanfare/contract/experiment";
import type { Gate } from "@fanfare/contract/gates";
import type { LiveMessage } from "@fanfare/contract/live-update";
import type { FeedResponse } from "@fanfare/contract/schema/feed";
import type { ExplainResponse, JsonValue, Suppression } from "@fanfare/contract/schema/v1";
import type { Strategy } from "@fanfare/contract/target";
import type { ContentEventName } from "./engage/player-events.ts";
import type { Started } from "./engage/types.ts";
import type { Attributes, GetToken } from "./identity.ts";
import type { ChannelHandle, Off } from "./live/channel.ts";
import type { ConnectionState } from "./live/connection.ts";
import type { Consent } from "./storage.ts";
import type { CelebrationEnd, CelebrationOptions, Labels } from "./ui/types.ts";

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
   * `pending` keeps events in memory and sends none, `denied` drops them. What the person asks for still works.
   */
  readonly consent?: Consent | undefined;
  /** Says in the browser's console, at level debug, what went wrong. */
  readonly debug?: boolean | undefined;
  /**
   * Whether celebrations may be painted in a worker, off the page's thread. `true` where the page's policy allows workers
   * from Fanfare's address; when absent, it is tried only on pages that evidently have no policy that would report it.
   */
  readonly worker?: boolean | undefined;
  /** The player's own words, where they should not be English. */
  readonly labels?: Labels | undefined;
}

export type Props = Readonly<Record<string, JsonValue>>;

export type Identified =
  | { readonly status: "identified"; readonly verified: boolean }
  /** The page goes on as before. `code` as in `docs/errors.md`. */
  | { readonly status: "refused"; readonly code: string; readonly detail: string }
  /** The server does not answer. It is asked again until it does. */
  | { readonly status: "waiting" };

/** What a suppression is about: a content by id or slug, a tag, or everything. */
export type Suppressed = string | { readonly tag: string } | "*";

/** What a page hears of a content on the screen. */
export interface ContentNotice {
  readonly content_id: string;
  readonly slug: string;
  readonly name: string;
  readonly version: number;
  readonly run_id: string;
  /** The arm of the content's experiment, where it is one. */
  readonly variant?: Arm | undefined;
  readonly [more: string]: unknown;
}

export type FanfareEvents = Readonly<Record<ContentEventName, ContentNotice>> & {
  /** The first answer of the server is here. */
  readonly ready: { readonly person_id: string; readonly external_id: string | null; readonly verified: boolean };
  /** A live update is shown, or is for the page itself (`badge`, `data`). `acknowledge` settles one that asks for it. */
  readonly message: LiveMessage & { acknowledge(): void };
  readonly connection: { readonly state: ConnectionState["kind"] };
  readonly suppressions: readonly Suppression[];
  /** How many items of the feed are unread: for the page's own badge. Told once {@link Fanfare.feed} or the feed was asked for. */
  readonly unread: { readonly count: number };
  /** The server's answer is another than before: the page may ask anew for what it shows of its own. */
  readonly changed: { readonly config_version: number };
  /** The token ran out and there is no `getToken` that gives another: call `identify` again. */
  readonly identity_expired: { readonly external_id: string };
  readonly celebration_played: CelebrationNotice;
  readonly celebration_skipped: CelebrationNotice;
};

/** What became of a celebration; the content's part where it belongs to one. */
export type CelebrationNotice = Partial<ContentNotice> & {
  readonly preset: CelebrationPreset;
  readonly reason: CelebrationEnd;
};

/** What the person opens themselves: what can be read again, and what they hid. */
export type PanelName = "feed" | "choices";

export interface OpenPanel {
  close(): void;
  /** Settles when it is closed, by the person or by the page. Never rejects. */
  readonly closed: Promise<void>;
}

export type Feed = FeedResponse;

export type CelebrateOptions = Partial<
  Pick<CelebrationOptions, "origin" | "colors" | "shapes" | "intensity" | "duration_ms" | "sound" | "message" | "rng">
>;

export interface Celebration {
  /** Settles when it is over, with how it ended. Never rejects. */
  readonly finished: Promise<{ readonly reason: CelebrationEnd }>;
  /** Nothing new is thrown; what flies comes down. */
  stop(): void;
  /** Everything of it disappears now. */
  cancel(): void;
}

/** What one strategy of a target finds in the page now. The first that finds exactly one usable element wins. */
export interface TargetFact {
  /** The step, or the card of a hint, that points at it. */
  readonly station: string;
  readonly found: boolean;
  readonly strategies: readonly {
    readonly kind: Strategy["kind"];
    readonly matches: number;
    readonly visible: number;
  }[];
}

/** Why a content is shown here, or is not. `targets`: none where the server does not send it. */
export interface Explained extends ExplainResponse {
  readonly targets: readonly TargetFact[];
}

/**
 * Fanfare in a page. Every call is safe at any time, also before anything is loaded and after {@link shutdown}; none
 * throws into the page, and every promise settles and never rejects.
 */
export interface Fanfare {
  /**
   * Says who is looking. With `token` (a JWT that the page's own server signed) or `getToken`, which is asked whenever one
   * is needed, it is proved; without, it is believed only of people who never proved it.
   *
   * @example
   * await fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken: () => fetch("/token").then((r) => r.text()) });
   */
  identify(
    external_id: string,
    attributes?: Attributes,
    proof?: { readonly token?: string | undefined; readonly getToken?: GetToken | undefined },
  ): Promise<Identified>;
  /** Something happened. Resolves once it is safe in the outbox: from then on it outlasts the page and the browser. */
  track(name: string, props?: Props): Promise<void>;
  /** Starts a content by id or slug, or says which gate stands in the way. */
  start(id_or_slug: string): Promise<Started>;
  /** Ends what is shown, or only this content. */
  stop(id_or_slug?: string): void;
  next(): void;
  back(): void;
  /** To the step (slide, question) of that id of what is shown; nothing happens when it has none. */
  goTo(step_id: string): void;
  /**
   * What a button of a content may ask the page to do. Authors name it; only the page says what it is. Answers what takes
   * it back.
   *
   * @example
   * fanfare.action("open-menu", () => menu.open());
   */
  action(name: string, act: () => unknown): Off;
  celebrate(preset?: CelebrationPreset, options?: CelebrateOptions): Celebration;
  /**
   * A live channel, entered for as long as anybody listens.
   *
   * @example
   * const off = fanfare.channel("private-orders").on("order.created", (order) => console.log(order));
   */
  channel(name: string): ChannelHandle;
  on<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): Off;
  /** "Do not show again", for 365 days where no other number is given. Takes effect at once, on all devices soon. */
  suppress(
    what: Suppressed,
    options?: { readonly days?: number | undefined; readonly reason?: "do_not_show_again" | "snoozed" | undefined },
  ): Promise<void>;
  unsuppress(what: Suppressed): Promise<void>;
  suppressions(): readonly Suppression[];
  /**
   * What this person can read again: announcements that are kept for it and live updates within their time, the newest
   * first. Empty when the server cannot be asked. From then on `unread` tells how many are unread, whenever that changes.
   *
   * @example
   * fanfare.on("unread", ({ count }) => { badge.textContent = String(count); });
   * await fanfare.feed();
   */
  feed(): Promise<Feed>;
  /**
   * Opens the feed, or the page where the person sees and undoes what they hid, at `anchor` or in the corner. Opened again
   * at the same anchor, it closes.
   *
   * @example
   * bell.addEventListener("click", () => fanfare.open("feed", { anchor: bell }));
   */
  open(what: PanelName, options?: { readonly anchor?: Element | undefined }): Promise<OpenPanel>;
  /** Nothing starts by itself while a reason to pause stands; each reason is taken back by its name. */
  pause(reason?: string): void;
  resume(reason?: string): void;
  /**
   * Which gate shows or hides a content here and now, with evidence, and what each strategy of its targets finds in this
   * page; undefined when the server cannot be asked.
   */
  explain(id_or_slug: string): Promise<Explained | undefined>;
  setConsent(consent: Consent): void;
  /** The person signed out: says what is left to say in their name, forgets them, and goes on with somebody new. */
  reset(): Promise<void>;
  /** Leaves the page as it was found. The instance is of no more use; `init` makes another. */
  shutdown(): void;
}

export type { Gate, Started };
