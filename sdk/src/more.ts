import type { Fanfare } from "./api.ts";
import type { DebugDeps } from "./debug/debug.ts";
import type { Wishes } from "./engage/decisions.ts";
import type { Guidance } from "./engage/guidance.ts";
import type { Options } from "./engine.ts";
import type { Identity } from "./identity.ts";
import { createGrouping } from "./more/grouping.ts";
import { createOwnToasts } from "./more/own-toasts.ts";
import { createPanelDoor, type PanelDoorDeps } from "./more/panel-door.ts";
import { createSpeech } from "./more/speech.ts";
import { createStart } from "./more/start.ts";

/** What a page calls that can wait for a file: it is loaded with the first of these calls. */
export interface More
  extends Pick<
    Fanfare,
    "feed" | "open" | "explain" | "group" | "page" | "update" | "setLocale" | "toast" | "announce" | "debug"
  > {
  start(id_or_slug: string, how: NonNullable<Parameters<Fanfare["start"]>[1]>): ReturnType<Fanfare["start"]>;
  /** The page was opened by a debug link; `href`: its address as it was when the SDK began. */
  byLink(href: string): Promise<void>;
}

export interface MoreDeps extends DebugDeps, Omit<PanelDoorDeps, "labels"> {
  readonly identity: Identity;
  readonly guidance: Guidance;
  readonly options: Options;
  readonly wishes: Wishes;
  readonly first: Promise<unknown>;
  readonly identify: Fanfare["identify"];
  /** Confetti that flies over a page that is left. */
  readonly leaveParties: () => void;
}

/** One for each instance, by what is its own. */
const made = new WeakMap<MoreDeps["emitter"], More>();

/** The calls that can wait for this file, the same ones for each page. */
export function moreOf(deps: MoreDeps): More {
  const known = made.get(deps.emitter) ?? createMore(deps);
  made.set(deps.emitter, known);
  return known;
}

function createMore(deps: MoreDeps): More {
  const { window, decisions, events, first, guidance, identity, options, report } = deps;
  return {
    ...createPanelDoor({ ...deps, labels: options.labels ?? {} }),
    start: createStart(deps),
    group: createGrouping(deps),
    toast: createOwnToasts(deps),
    announce: createSpeech(deps),
    async explain(id_or_slug) {
      await first;
      const [{ explain }, stage] = await Promise.all([import("./engage/explain.ts"), guidance.stage()]);
      return explain({ ...deps, stage, url: window.location.href }, id_or_slug);
    },
    async page(url, { name } = {}) {
      deps.leaveParties();
      guidance.consider();
      if (name === undefined) return;
      const { origin, pathname } = new URL(url ?? window.location.href, window.document.baseURI);
      const safe = events.add("page_viewed", { page_url: origin + pathname, name: String(name) });
      guidance.happened("page_viewed");
      await safe;
    },
    async update(attributes) {
      const someone = identity.someone();
      if (someone === undefined) {
        return { status: "refused", code: "identity_required", detail: "Nobody is identified: call identify first." };
      }
      return deps.identify(someone.external_id, { ...someone.attributes, ...attributes }, someone);
    },
    async setLocale(locale) {
      const [tag] = locale === null ? [] : Intl.getCanonicalLocales(String(locale));
      deps.wishes.locale = tag;
      await first;
      await decisions.load();
    },
    async debug(on = true) {
      options.debug = on;
      const boot = decisions.current();
      report("debug", {
        person: boot?.person,
        shows: [...((await guidance.stage())?.shown().keys() ?? [])],
        may_show: boot?.decisions.map(({ slug }) => slug),
        refused: boot?.refused,
        suppressions: deps.suppressions.list(),
        connected: deps.live.connected(),
      });
    },
    async byLink(href) {
      const { openDebug } = await import("./debug/debug.ts");
      await openDebug(deps, href, first);
    },
  };
}
