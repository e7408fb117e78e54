import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import { limits } from "@fanfare/contract/limits";
import type { ContentNotice, FanfareEvents } from "../api/events.ts";
import type { Fanfare, Started } from "../api/fanfare.ts";
import type { CelebrateOptions, Suppressed } from "../api/options.ts";
import type { Identified } from "../api/results.ts";
import type { DeferredCalls } from "../deferred/deferred-calls.ts";
import type { LoadResult } from "../engage/decide/decisions.ts";
import type { Choice, Subject } from "../engage/decide/suppressions.ts";
import { createTabSync } from "../engage/decide/tab-sync.ts";
import { watchLifecycle, whenActivated } from "../lib/lifecycle.ts";
import type { CelebrationHandle } from "../ui/types.ts";
import { celebrateWhenLoaded } from "./celebrate.ts";
import { type ClientOptions, createEngine } from "./engine.ts";
import type { Environment } from "./environment.ts";

/**
 * Creates the Fanfare instance of one app in one page. The first request waits for the next task, so that `identify`
 * can be called first.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: A split costs about 150 bytes of the core.
export function createClient(options: ClientOptions, around: Environment, onShutdown: () => void): Fanfare {
  const { key, host } = options;
  const { window, clock } = around;
  const engine = createEngine(options, around, { note, choose, celebrate });
  const { actions, decisions, emitter, events, guidance, identity, live, report, onSuppressed, suppressions } = engine;
  let is_loading = false;
  let over = false;

  const tab_sync = createTabSync(window, `fanfare:${key}`, ({ data }) => {
    if (data === "denied") return engine.setConsent(data);
    suppressions.adopt(data);
    onSuppressed();
  });
  const parties = new Set<CelebrationHandle>();
  const cancelCelebrations = (): void => {
    for (const playback of parties) playback.cancel("navigation");
  };
  const ends = [watchLifecycle(window, engine), cancelCelebrations, tab_sync.close, engine.stop, onShutdown];

  const first: Promise<LoadResult> = (async () => {
    await whenActivated(window, clock);
    is_loading = true;
    if (!key || !host)
      import("../engage/outbox/rejections.ts").then(({ warnMissingOption: lacking }) => lacking(key), report);
    else if (!over) return engine.begin();
    return { kind: "failed" };
  })();
  void first.then(() => over || tab_sync.open());

  async function choose(subject: Subject, choice: Choice | null): Promise<void> {
    // First, because it throws for what JSON has no form for.
    const pending_call = engine.enqueue(
      choice === null ? { kind: "unsuppress", subject } : { kind: "suppress", subject, choice },
    );
    tab_sync.send(suppressions.choose(subject, choice));
    onSuppressed();
    await pending_call;
  }

  /** Pages may use slugs; internally, content is keyed by ID. */
  const subjectOf = (what: Suppressed): Subject => {
    if (what === "*") return { scope: "all", target: "" };
    if (typeof what !== "string") return { scope: "tag", target: what.tag };
    const boot = decisions.current();
    const known = boot && [...boot.decisions, ...boot.refused].find(({ slug }) => slug === what);
    return { scope: "content", target: known?.content_id ?? what };
  };

  function celebrate(
    preset: CelebrationPreset = "burst",
    options_given: CelebrateOptions = {},
    about?: ContentNotice,
  ): CelebrationHandle {
    const {
      event,
      location: { pathname },
    } = window;
    const celebration = celebrateWhenLoaded(
      () => (over ? Promise.reject() : around.loadConfetti()),
      () => ({ ...options, ...around, event, pathname, first, decisions, ...options_given, preset }),
    );
    parties.add(celebration);
    void settle(async () => {
      const { reason } = await celebration.finished;
      parties.delete(celebration);
      const name = celebration.shown() ? "celebration_played" : "celebration_skipped";
      note(name, { ...about, preset, reason });
    });
    return celebration;
  }

  function note<Name extends keyof FanfareEvents>(name: Name, props: FanfareEvents[Name] & object): void {
    const { origin, pathname } = window.location;
    emitter.emit(name, props);
    void settle(() => events.add(name, { ...props, page_url: origin + pathname }));
  }

  /** Runs a public API call. Returns `otherwise` if the call throws or comes after shutdown. */
  function attempt<Result>(task: () => Result, otherwise: Result): Result;
  function attempt<Result>(task: () => Result): Result | undefined;
  function attempt<Result>(task: () => Result, otherwise?: Result): Result | undefined {
    try {
      return over ? otherwise : task();
    } catch (error) {
      report("a call failed", error);
      return otherwise;
    }
  }
  function settle<Result>(task: () => Promise<Result>, otherwise: Result): Promise<Result>;
  function settle<Result>(task: () => Promise<Result>): Promise<Result | undefined>;
  async function settle<Result>(task: () => Promise<Result>, otherwise?: Result): Promise<Result | undefined> {
    try {
      return over ? otherwise : await task();
    } catch (error) {
      report("a call failed", error);
      return otherwise;
    }
  }

  const load = (): Promise<LoadResult> => (is_loading ? decisions.load() : first);

  const identify: Fanfare["identify"] = (external_id, attributes = {}, proof) =>
    settle<Identified>(async () => {
      const before = identity.identifiedPerson();
      const id = textOf(external_id);
      const is_other = before && before.external_id !== id;
      if (is_other) guidance.forget();
      identity.setPerson({
        ...proof,
        external_id: id,
        // With those of earlier calls that the server hasn't accepted yet: it adds these to those it has.
        attributes: !is_other && before?.yielded ? { ...before.attributes, ...attributes } : attributes,
        yielded: [before],
      });
      const loaded = await load();
      switch (loaded.kind) {
        case "loaded":
          return { status: "identified", verified: loaded.boot.person.verified };
        case "refused":
          return { status: "refused", code: loaded.code, detail: loaded.detail };
        case "failed":
          return WAITING;
      }
    }, WAITING);

  const more = async (): Promise<DeferredCalls> =>
    (await import("../deferred/deferred-calls.ts")).getDeferredCalls({
      ...engine,
      ...around,
      options,
      first,
      identify,
      choose,
      cancelCelebrations,
    });

  /** Wraps a call that waits for a lazily loaded file. Resolves to `otherwise` if the file can't be loaded. */
  const later = <Name extends keyof DeferredCalls>(
    name: Name,
    otherwise?: Awaited<ReturnType<DeferredCalls[Name]>>,
  ): DeferredCalls[Name] =>
    // Cast: the arguments and the result are those of the call of this name.
    ((...args: never[]) =>
      settle<unknown>(async () => {
        const loaded = await more();
        return over ? otherwise : (loaded[name] as (...args: never[]) => unknown)(...args);
      }, otherwise)) as DeferredCalls[Name];

  const { href } = window.location;
  // A link of a member or to content, or a builder of this tab that continues on this page.
  if (/fanfare\w*=/.test(href) || attempt(() => window.sessionStorage["fanfare_build"])) {
    // Content that starts before a builder is open would count its member as a visitor.
    guidance.pause(href);
    void later("followLink")(href);
    attempt(() =>
      // Before other scripts of the page can read the token that this app's link has in the query or as the fragment.
      window.history.replaceState(
        window.history.state,
        "",
        href.replace(
          new RegExp(`([?&#])fanfare\\w*=${key}\\.[^&#]*(&?)`),
          (_, lead: string, follows: string) => follows && lead,
        ),
      ),
    );
  }

  return {
    identify,
    track: (name, props = {}) =>
      settle(async () => {
        const safe = events.add(name, props);
        guidance.onEvent(name);
        await safe;
      }),
    start: (id_or_slug, how) =>
      settle<Started>(
        async () => {
          await first;
          return how ? (await more()).start(id_or_slug, how) : guidance.start(id_or_slug);
        },
        { status: "refused", gate: "unavailable" },
      ),
    stop: guidance.stop,
    stopAll: () => guidance.stop(),
    next: () => attempt(() => guidance.activePlayer()?.next()),
    back: () => attempt(() => guidance.activePlayer()?.back()),
    goTo: (step_id) => attempt(() => guidance.activePlayer()?.goTo(step_id)),
    action(name, act) {
      actions.set(name, act);
      return () => void actions.delete(name);
    },
    celebrate,
    channel: (name) => live.channel(textOf(name)),
    on: (event, listener) => emitter.on(event, listener),
    once: (event, listener) => emitter.on(event, listener, true),
    off: emitter.off,
    suppress: (what, how) =>
      settle(() => {
        const { days = limits.suppression_days_default, reason = "do_not_show_again" } = how ?? {};
        return choose(subjectOf(what), { days, reason });
      }),
    unsuppress: (what) => settle(() => choose(subjectOf(what), null)),
    suppressions: suppressions.list,
    feed: later("feed", { items: [], unread: 0 }),
    open: later("open", { close() {}, closed: Promise.resolve() }),
    pause: guidance.pause,
    resume: guidance.resume,
    notifications: later("notifications"),
    explain: later("explain"),
    group: later("group", WAITING),
    page: later("page"),
    update: later("update", WAITING),
    setLocale: later("setLocale"),
    toast: later("toast"),
    announce: later("announce"),
    debug: later("debug"),
    setConsent: (consent) =>
      attempt(() => {
        if (consent === "denied") tab_sync.send(consent);
        engine.setConsent(consent);
      }),
    reset: () =>
      settle(async () => {
        // These requests take over the person's ID and token before the page forgets them.
        engine.flushOnLeave();
        identity.setPerson();
        identity.forget();
        engine.forget();
        await load();
      }),
    shutdown() {
      if (!over) for (const end of ends) end();
      over = true;
    },
  };
}

const WAITING = { status: "waiting" } as const;

/**
 * An ID or a name as text, empty for what is neither: such as of a person who isn't loaded yet, who would share one with
 * all others. Converting an object or a function may throw.
 */
function textOf(value: unknown): string {
  return Object(value) === value ? "" : String(value ?? "");
}
