import type { CelebrationPreset } from "@fanfare/contract/celebration";
import { limits } from "@fanfare/contract/limits";
import { DEFAULT_THEME } from "@fanfare/contract/theme";
import type {
  CelebrateOptions,
  Celebration,
  ContentNotice,
  Fanfare,
  FanfareEvents,
  Identified,
  InitOptions,
  Suppressed,
} from "./api.ts";
import { celebrateWhenLoaded } from "./celebrate.ts";
import type { Loaded } from "./engage/decisions.ts";
import { watchPage } from "./engage/page.ts";
import type { Choice, Subject } from "./engage/suppressions.ts";
import { createWishes } from "./engage/wishes.ts";
import { createEngine } from "./engine.ts";
import { watchLifecycle, whenActivated } from "./lifecycle.ts";
import { complain } from "./report.ts";
import type { Surroundings } from "./surroundings.ts";
import type { CelebrationHandle } from "./ui/types.ts";

/** Fanfare for one app in one page. The server is asked after the current task, so that `identify` may come first. */
export function createClient(
  options: InitOptions & { readonly host: string },
  around: Surroundings,
  onShutdown: () => void,
): Fanfare {
  const { key, host } = options;
  const { window, clock, rng } = around;
  const engine = createEngine(options, around, {
    note: (...told) => note(...told),
    choose: (subject, choice) => void choose(subject, choice),
    celebrate: (...wish) => celebrate(...wish),
  });
  const { actions, decisions, emitter, events, guidance, identity, live, report, suppressions } = engine;
  let asking = false;
  let over = false;

  const wishes = createWishes(window, `fanfare:${key}`, (wish) => {
    suppressions.adopt(wish);
    suppressed();
  });
  const parties = new Set<CelebrationHandle>();
  let route = window.location.pathname;
  const leaveParties = (): void => {
    for (const party of parties) party.cancel("navigation");
  };
  const moved = (): void => {
    if (route !== window.location.pathname) leaveParties();
    route = window.location.pathname;
    guidance.consider();
  };
  const stopWatching = [watchPage(window, moved), watchLifecycle(window, engine), leaveParties];

  const first: Promise<Loaded> = (async () => {
    await whenActivated(window.document, clock);
    asking = true;
    if (key && host) return over ? { kind: "failed" } : engine.begin();
    complain("init needs key, and host if bundled.");
    return { kind: "failed" };
  })();
  void first.then(() => over || wishes.open());

  const { href } = window.location;
  if (href.includes("fanfare_debug=")) {
    void import("./debug/debug.ts").then(
      ({ openDebug }) => openDebug({ ...engine, ...around, choose }, href, first),
      report,
    );
  }

  const suppressed = (): void => {
    emitter.emit("suppressions", suppressions.list());
    guidance.consider();
  };

  const choose = async (subject: Subject, choice: Choice | null): Promise<void> => {
    wishes.tell(suppressions.choose(subject, choice));
    const said = engine.say(choice === null ? { kind: "unsuppress", subject } : { kind: "suppress", subject, choice });
    suppressed();
    await said;
  };

  /** The page may name a content by its slug; everything here goes by its id. */
  const subjectOf = (what: Suppressed): Subject => {
    if (what === "*") return { scope: "all", target: "" };
    if (typeof what === "object") return { scope: "tag", target: what.tag };
    const boot = decisions.current();
    const known = [...(boot?.decisions ?? []), ...(boot?.refused ?? [])].find(({ slug }) => slug === what);
    return { scope: "content", target: known?.content_id ?? what };
  };

  const celebrate = (preset: CelebrationPreset, wanted: CelebrateOptions = {}, about?: ContentNotice) => {
    const { document, event } = window;
    const page = { window, document, clock, rng, event, worker: options.worker };
    const colors = decisions.current()?.themes?.[DEFAULT_THEME]?.confetti;
    const worker_url = `${host}/sdk/confetti-worker.js`;
    const celebration = celebrateWhenLoaded(around.loadConfetti, { ...page, worker_url, colors, ...wanted, preset });
    parties.add(celebration);
    void celebration.finished.then(({ reason }) => {
      parties.delete(celebration);
      const name = celebration.shown() ? "celebration_played" : "celebration_skipped";
      note(name, { ...about, preset, reason });
    });
    return celebration;
  };

  /** Tells the page and the server. */
  const note = <Name extends keyof FanfareEvents>(name: Name, props: FanfareEvents[Name] & object): void => {
    const { origin, pathname } = window.location;
    emitter.emit(name, props);
    void settle(() => events.add(name, { ...props, page_url: origin + pathname }));
  };

  const panels = async () => {
    await first;
    return (await import("./engage/panels.ts")).panelsOf({ ...engine, ...around, labels: options.labels, choose });
  };

  /** Runs a call of the page. What goes wrong in it, or comes after the shutdown, is answered with `otherwise`. */
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
  function settle<Result>(task: () => Promise<Result>, otherwise?: Result): Promise<Result | undefined> {
    return attempt<Promise<Result | undefined>>(task, Promise.resolve(otherwise)).catch((error) => {
      report("a call failed", error);
      return otherwise;
    });
  }

  return {
    identify: (external_id, attributes = {}, proof = {}) =>
      settle<Identified>(
        async () => {
          const before = identity.someone();
          const someone = { ...proof, external_id: String(external_id), attributes };
          if (before && before.external_id !== someone.external_id) guidance.forget();
          identity.become(someone);
          const loaded = await (asking ? decisions.load() : first);
          switch (loaded.kind) {
            case "loaded":
              return { status: "identified", verified: loaded.boot.person.verified };
            case "refused":
              if (identity.someone() === someone) {
                identity.become(before);
                void decisions.load();
              }
              return { status: "refused", code: loaded.code, detail: loaded.detail };
            case "failed":
              return { status: "waiting" };
          }
        },
        { status: "waiting" },
      ),
    track: (name, props = {}) =>
      settle(async () => {
        const safe = events.add(name, props);
        guidance.happened(name);
        await safe;
      }),
    start: (id_or_slug) =>
      settle(
        async () => {
          await first;
          return guidance.start(id_or_slug);
        },
        { status: "refused", gate: "unavailable" },
      ),
    stop: (id_or_slug) => attempt(() => guidance.stop(id_or_slug)),
    next: () => attempt(() => guidance.front()?.next()),
    back: () => attempt(() => guidance.front()?.back()),
    goTo: (step_id) => attempt(() => guidance.front()?.goTo(step_id)),
    action: (name, act) =>
      attempt(
        () => {
          actions.set(name, act);
          return () => void actions.delete(name);
        },
        () => {},
      ),
    celebrate: (preset = "burst", wanted) => attempt(() => celebrate(preset, wanted), NO_CELEBRATION),
    channel: (name) => attempt(() => live.channel(String(name)), { name, on: () => () => {}, leave() {} }),
    on: (event, listener) =>
      attempt(
        () => emitter.on(event, listener),
        () => {},
      ),
    suppress: (what, { days = limits.suppression_days_default, reason = "do_not_show_again" } = {}) =>
      settle(() => choose(subjectOf(what), { days, reason })),
    unsuppress: (what) => settle(() => choose(subjectOf(what), null)),
    suppressions: () => attempt(suppressions.list, []),
    feed: () => settle(async () => (await panels()).feed(), { items: [], unread: 0 }),
    open: (what, { anchor } = {}) =>
      settle(async () => (await panels()).open(what, anchor), { close() {}, closed: Promise.resolve() }),
    pause: (reason = "") => attempt(() => guidance.pause(reason)),
    resume: (reason = "") => attempt(() => guidance.resume(reason)),
    explain: (id_or_slug) =>
      settle(async () => {
        await first;
        const [{ explain }, stage] = await Promise.all([import("./engage/explain.ts"), guidance.stage()]);
        return explain({ ...engine, stage, url: window.location.href }, id_or_slug);
      }),
    setConsent: (consent) => attempt(() => engine.setConsent(consent)),
    reset: () =>
      settle(async () => {
        await engine.flush();
        guidance.forget();
        identity.become(undefined);
        identity.forget();
        await (asking ? decisions.load() : first);
      }),
    shutdown() {
      if (over) return;
      over = true;
      for (const stop of stopWatching) stop();
      wishes.close();
      engine.stop();
      onShutdown();
    },
  };
}

const NO_CELEBRATION: Celebration = {
  finished: Promise.resolve({ reason: "unavailable" }),
  stop() {},
  cancel() {},
};
