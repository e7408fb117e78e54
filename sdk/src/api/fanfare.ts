import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Gate } from "@fanfare/contract/gates/gates";
import type { Suppression } from "@fanfare/contract/schema/client/v1";
import type { Started } from "../engage/types.ts";
import type { Off } from "../lib/emitter.ts";
import type { Consent } from "../lib/storage.ts";
import type { Attributes, GetToken } from "../net/identity.ts";
import type { ChannelHandle } from "../realtime/channels.ts";
import type { FanfareEvents } from "./events.ts";
import type { CelebrateOptions, PanelName, Props, StartOptions, Suppressed, ToastOptions } from "./options.ts";
import type { Celebration, Explained, Feed, Grouped, Identified, OpenPanel } from "./results.ts";

/**
 * Fanfare in a page. Every call is safe at any time, also before anything is loaded and after {@link shutdown}; none
 * throws into the page, and every promise settles and never rejects. What is called before its file has come waits for it;
 * a call whose file cannot be loaded did nothing, and answers as if the server did not.
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
  /**
   * Says to which company or team the person belongs, what is known of it (`attributes`) and of their place in it
   * (`membership`), and asks anew who sees what. Only the person's identity token proves it: its claim `groups` has to name
   * the group.
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
   * More is known about who is identified: adds these attributes to theirs, null takes one away. Refused while nobody is,
   * because of anonymous people no attributes are kept.
   *
   * @example
   * await fanfare.update({ seats: 13, trial_ends_at: null });
   */
  update(attributes: Attributes): Promise<Identified>;
  /**
   * Contents come in this language (a tag, BCP 47) from now on, where they are written in it; null: in those of the browser.
   * What is on the screen stays as it is until it is shown again. Resolves when the server has answered.
   *
   * @example
   * await fanfare.setLocale("he");
   */
  setLocale(locale: string | null): Promise<void>;
  /**
   * The page shows something else without a change of its address, which Fanfare would see by itself: what is to be shown is
   * decided again, and confetti is taken away. With `name` it is an event, `page_viewed`, with `name` and `page_url` (that of
   * `url`, else of the address; without query and fragment). Rules about addresses go by the browser's address alone.
   *
   * @example
   * fanfare.page("/projects", { name: "Projects" });
   */
  page(url?: string, options?: { readonly name?: string | undefined }): Promise<void>;
  /**
   * Something happened. Resolves once it is safe in the outbox: from then on it outlasts the page and the browser.
   *
   * @example
   * await fanfare.track("order_shipped", { total: 12 });
   */
  track(name: string, props?: Props): Promise<void>;
  /**
   * Starts a content by id or slug, or says which gate stands in the way.
   *
   * @example
   * const started = await fanfare.start("welcome", { step: "invite", once: true });
   * if (started.status === "refused") console.log(started.gate);
   */
  start(id_or_slug: string, options?: StartOptions): Promise<Started>;
  /** Ends what is shown, or only this content. */
  stop(id_or_slug?: string): void;
  /** Ends all contents that are shown or on their way. */
  stopAll(): void;
  /** On to the next step of what is shown. */
  next(): void;
  /** Back to the step that was shown before. */
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
  /**
   * Throws confetti: a `burst` where nothing is said. People who asked for less motion see a still picture.
   *
   * @example
   * const party = fanfare.celebrate("fireworks", { message: "Shipped!" });
   * await party.finished; // { reason: "played" }, or why it was not
   */
  celebrate(preset?: CelebrationPreset, options?: CelebrateOptions): Celebration;
  /**
   * A live channel, entered for as long as anybody listens.
   *
   * @example
   * const off = fanfare.channel("private-orders").on("order.created", (order) => console.log(order));
   */
  channel(name: string): ChannelHandle;
  /**
   * Hears of an event until it is taken back, by what this answers or by {@link off}.
   *
   * @example
   * const stop = fanfare.on("tour_completed", ({ slug }) => console.log(slug));
   */
  on<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): Off;
  /** As {@link on}, for the next one alone. */
  once<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): Off;
  /**
   * Forgets a listener that was given to {@link on} or {@link once}, however often it was.
   *
   * @example
   * const cheer = () => fanfare.celebrate();
   * fanfare.on("tour_completed", cheer);
   * fanfare.off("tour_completed", cheer);
   */
  off<Name extends keyof FanfareEvents>(event: Name, listener: (data: FanfareEvents[Name]) => void): void;
  /**
   * Shows a toast of the page's own, beside those of Fanfare and under the same rules: three at once, the others wait; it
   * stays as long as it takes to read. It is text, never markup, and nobody but this page hears of it.
   *
   * @example
   * fanfare.toast("Saved", { tone: "success", action: { label: "Undo", onClick: () => undo() } });
   */
  toast(text: string, options?: ToastOptions): Promise<void>;
  /**
   * Says a text once to people with a screen reader, when it has finished what it is saying. Nothing is shown.
   *
   * @example
   * fanfare.announce("3 new comments");
   */
  announce(text: string): Promise<void>;
  /**
   * "Do not show again", for 365 days where no other number is given. Takes effect at once, on all devices soon.
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
   * Takes a suppression back, one that the person chose or {@link suppress} made. What a member of the console hid stays.
   * Resolves once that is kept; what was hidden may be shown when the server has answered, a moment later.
   */
  unsuppress(what: Suppressed): Promise<void>;
  /** What is hidden from the person now, as far as this page knows; empty until the server has answered. */
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
  /**
   * Nothing starts by itself while a reason to pause stands; each reason is taken back by its name.
   *
   * @example
   * fanfare.pause("video");
   * video.addEventListener("ended", () => fanfare.resume("video"));
   */
  pause(reason?: string): void;
  /** Takes one reason to pause back. */
  resume(reason?: string): void;
  /**
   * Which gate shows or hides a content here and now, with evidence, and what each strategy of its targets finds in this
   * page; undefined when the server cannot be asked.
   */
  explain(id_or_slug: string): Promise<Explained | undefined>;
  /**
   * Says in the browser's console, from now on or no longer, what went wrong (as `debug` of {@link InitOptions}), and once how
   * things stand. The debug panel is for members alone, who come to it by a link of the console.
   */
  debug(on?: boolean): Promise<void>;
  /**
   * The person agreed to be remembered, or does not any more (as `consent` of {@link InitOptions}): `denied` holds at once in all
   * tabs of the site. It is not kept: say it to {@link init} on each page.
   */
  setConsent(consent: Consent): void;
  /** The person signed out: says what is left to say in their name, forgets them, and goes on with somebody new. */
  reset(): Promise<void>;
  /** Leaves the page as it was found. The instance is of no more use; `init` makes another. */
  shutdown(): void;
}

export type { Gate, Started };
