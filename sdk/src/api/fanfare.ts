import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Gate } from "@fanfare/contract/gates/gates";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { Started } from "../engage/types.ts";
import type { Off } from "../lib/emitter.ts";
import type { Consent } from "../lib/storage.ts";
import type { Attributes, Proof } from "../net/identity.ts";
import type { ChannelHandle } from "../realtime/channels.ts";
import type { FanfareEvents } from "./events.ts";
import type { ActionName, ContentName, EventName } from "./names.ts";
import type { CelebrateOptions, PanelName, Props, StartOptions, Suppressed, ToastOptions } from "./options.ts";
import type { PushNotifications, PushOptions } from "./push.ts";
import type { Celebration, Explained, Feed, Grouped, Identified, OpenPanel } from "./results.ts";

/**
 * The Fanfare instance of a page. Every call is safe at any time, before anything is loaded and after {@link shutdown}.
 * Nothing throws into the page, and promises never reject. Calls wait until the file they need is loaded. If it can't
 * be loaded, they do nothing and resolve as if the server didn't respond.
 */
export interface Fanfare {
  /**
   * Identifies the current person. To verify the ID, pass `getToken`, which returns a JWT signed by your server and is
   * called whenever a token is needed, or a single `token`. Unverified IDs work only for people who were never verified.
   * Refused without an ID, such as before the page has loaded its person.
   *
   * @example
   * const getToken = () => fetch("/token").then((response) => response.text());
   * await fanfare.identify("u_42", { name: "Ada", plan: "pro" }, { getToken });
   */
  identify(external_id: string, attributes?: Attributes, proof?: Proof): Promise<Identified>;
  /**
   * Sets the person's group (company or team), its `attributes`, and the person's `membership` attributes, then
   * reevaluates what to show. Only the identity token verifies a group: its `groups` claim must name the group.
   *
   * @example
   * await fanfare.group("acme", { seats: 12 }, { membership: { role: "admin" } });
   */
  group(
    external_id: string,
    attributes?: Attributes,
    options?: { readonly membership?: Attributes | undefined },
  ): Promise<Grouped>;
  /**
   * Adds attributes to the identified person; null removes one. Refused before `identify`, because anonymous visitors
   * have no stored attributes.
   *
   * @example
   * await fanfare.update({ seats: 13, trial_ends_at: null });
   */
  update(attributes: Attributes): Promise<Identified>;
  /**
   * Sets the preferred language of content (a BCP 47 tag); null uses the browser's languages. Content on the screen
   * changes when it is next shown. Resolves when the server has responded.
   *
   * @example
   * await fanfare.setLocale("he");
   */
  setLocale(locale: string | null): Promise<void>;
  /**
   * Reports a page change that doesn't change the URL; URL changes are detected automatically. Reevaluates what to show
   * and removes confetti. With `name`, tracks `page_viewed` with `name` and `page_url` (from `url` or the browser's
   * URL, without query and fragment). URL rules always use the browser's URL.
   *
   * @example
   * fanfare.page("/projects", { name: "Projects" });
   */
  page(url?: string, options?: { readonly name?: string | undefined }): Promise<void>;
  /**
   * Tracks an event. Resolves once the event is stored in the outbox, where it survives page loads and browser
   * restarts.
   *
   * @example
   * await fanfare.track("order_shipped", { total: 12 });
   */
  track(name: EventName, props?: Props): Promise<void>;
  /**
   * Starts a content item by ID or slug, or returns the gate that refused it.
   *
   * @example
   * const started = await fanfare.start("welcome", { step: "invite", once: true });
   * if (started.status === "refused") console.log(started.gate);
   */
  start(id_or_slug: ContentName, options?: StartOptions): Promise<Started>;
  /** Ends the content on the screen, or only the given item. */
  stop(id_or_slug?: ContentName): void;
  /** Ends all content that is on the screen or about to be shown. */
  stopAll(): void;
  /** Advances the current content to its next step. */
  next(): void;
  /** Returns to the previously shown step. */
  back(): void;
  /** Jumps to the step, panel, or question with this ID in the current content. Does nothing if there is none. */
  goTo(step_id: string): void;
  /**
   * Registers an action that buttons in content can call by name. The page defines what it does. Returns a function
   * that removes the action.
   *
   * @example
   * fanfare.action("open-menu", () => menu.open());
   */
  action(name: ActionName, act: () => unknown): Off;
  /**
   * Plays a confetti effect, `burst` by default. People who prefer reduced motion see a still picture.
   *
   * @example
   * const party = fanfare.celebrate("fireworks", { message: "Shipped!" });
   * await party.finished; // { reason: "played" }, or why it was not
   */
  celebrate(preset?: CelebrationPreset, options?: CelebrateOptions): Celebration;
  /**
   * Returns a live channel. It stays subscribed as long as it has listeners.
   *
   * @example
   * const off = fanfare.channel("private-orders").on("order.created", (order) => console.log(order));
   */
  channel(name: string): ChannelHandle;
  /**
   * Adds an event listener. Remove it with the returned function or with {@link off}.
   *
   * @example
   * const stop = fanfare.on("tour_completed", ({ slug }) => console.log(slug));
   */
  on<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): Off;
  /** Adds a listener as {@link on} does, for the next event only. */
  once<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): Off;
  /**
   * Removes a listener that was added with {@link on} or {@link once}, however often it was added.
   *
   * @example
   * const cheer = () => fanfare.celebrate();
   * fanfare.on("tour_completed", cheer);
   * fanfare.off("tour_completed", cheer);
   */
  off<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): void;
  /**
   * Shows a toast of the page's own next to Fanfare's toasts. At most three are visible; others wait. It stays long
   * enough to be read. The text is never parsed as markup and never leaves the page.
   *
   * @example
   * fanfare.toast("Saved", { tone: "success", action: { label: "Undo", onClick: () => undo() } });
   */
  toast(text: string, options?: ToastOptions): Promise<void>;
  /**
   * Announces a text once in a polite live region for screen readers. Nothing is shown.
   *
   * @example
   * fanfare.announce("3 new comments");
   */
  announce(text: string): Promise<void>;
  /**
   * Applies "Do not show again", for 365 days by default. Takes effect immediately here, and soon on the person's other
   * devices.
   *
   * @example
   * await fanfare.suppress("welcome");
   * await fanfare.suppress({ tag: "tips" }, { days: 30 });
   */
  suppress(
    what: Suppressed,
    options?: { readonly days?: number | undefined; readonly reason?: "do_not_show_again" | "snoozed" | undefined },
  ): Promise<void>;
  /**
   * Lifts a suppression that the person chose or {@link suppress} created. Those set by a console member remain.
   * Resolves once the change is stored. The content can show again after the server's next response.
   */
  unsuppress(what: Suppressed): Promise<void>;
  /**
   * Returns what is currently hidden from the person, as far as this page has loaded it. Empty until the server has
   * responded.
   */
  suppressions(): readonly Suppression[];
  /**
   * Returns the announcements and unexpired live updates that the person can read again, newest first. Empty if the
   * server can't be reached. From then on, `unread` is emitted whenever the unread count changes.
   *
   * @example
   * fanfare.on("unread", ({ count }) => { badge.textContent = String(count); });
   * await fanfare.feed();
   */
  feed(): Promise<Feed>;
  /**
   * Returns the push notifications of this browser, for a button of your page. Asks for nothing until its `subscribe`
   * is called, which must happen in a click. Your site hosts the service worker, see the guide on live updates.
   * Resolves to undefined if the file it needs can't be loaded.
   *
   * @example
   * const notifications = await fanfare.notifications();
   * bell.hidden = notifications?.state() !== "unsubscribed";
   * bell.addEventListener("click", () => notifications?.subscribe());
   */
  notifications(options?: PushOptions): Promise<PushNotifications | undefined>;
  /**
   * Opens the feed, or the page where the person reviews and lifts suppressions, at `anchor` or in the corner. Opening
   * it again at the same anchor closes it.
   *
   * @example
   * bell.addEventListener("click", () => fanfare.open("feed", { anchor: bell }));
   */
  open(what: PanelName, options?: { readonly anchor?: Element | undefined }): Promise<OpenPanel>;
  /**
   * Prevents content from starting automatically. Reasons add up: each is lifted by its name with {@link resume}.
   *
   * @example
   * fanfare.pause("video");
   * video.addEventListener("ended", () => fanfare.resume("video"));
   */
  pause(reason?: string): void;
  /** Lifts one reason to pause. */
  resume(reason?: string): void;
  /**
   * Returns the gate that shows or hides a content item on this page, with evidence, and what each locator of its
   * targets finds. Resolves to undefined if the server can't be reached.
   */
  explain(id_or_slug: ContentName): Promise<Explained | undefined>;
  /**
   * Turns logging of problems to the browser console on or off, as `debug` of {@link InitOptions} does. Turning it on
   * also logs the current state once. The debug panel is for members only, who open it from a link in the console.
   */
  debug(on?: boolean): Promise<void>;
  /**
   * Sets whether the person consents to being remembered, as `consent` of {@link InitOptions}. `denied` applies
   * immediately in all tabs of the site. The setting isn't stored: pass it to {@link init} on each page.
   */
  setConsent(consent: Consent): void;
  /**
   * Signs the person out: sends their remaining events, removes their data from the browser, and continues as a new
   * anonymous visitor.
   */
  reset(): Promise<void>;
  /** Removes everything Fanfare added to the page. The instance can't be used afterward; call `init` for a new one. */
  shutdown(): void;
}

export type { Gate, Started };
