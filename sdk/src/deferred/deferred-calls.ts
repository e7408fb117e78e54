import type { Fanfare } from "../api/fanfare.ts";
import type { BuilderDeps } from "../builder/rest-content.ts";
import type { ClientOptions } from "../client/engine.ts";
import type { DebugDeps } from "../debug/debug.ts";
import type { RequestPreferences } from "../engage/decide/decisions.ts";
import type { Guidance } from "../engage/stage/guidance.ts";
import { read } from "../lib/native.ts";
import type { Identity } from "../net/identity.ts";
import { createAnnouncer } from "./announcer.ts";
import { createGroup } from "./group.ts";
import { showLinkedAgain } from "./linked-content.ts";
import { createPanelCalls, type PanelCallsDeps } from "./panel-calls.ts";
import { createStart, type StartWithOptions } from "./start.ts";
import { createToastCall } from "./toast-call.ts";

/** Public API calls in a lazily loaded file. The first of them loads it. */
export interface DeferredCalls
  extends Pick<
    Fanfare,
    | "feed"
    | "open"
    | "explain"
    | "group"
    | "page"
    | "update"
    | "setLocale"
    | "toast"
    | "announce"
    | "debug"
    | "notifications"
  > {
  readonly start: StartWithOptions;
  /**
   * Opens the debug panel, the builder, or a preview after a visit through its link, continues the tab's builder or
   * preview, or shows linked content again. `href`: the page's URL when the SDK started, for which guidance was paused.
   */
  followLink(href: string): Promise<void>;
}

export interface DeferredCallsDeps
  extends DebugDeps,
    Omit<BuilderDeps, "host" | "key">,
    Omit<PanelCallsDeps, "labels" | keyof DebugDeps> {
  readonly identity: Identity;
  readonly guidance: Guidance;
  readonly options: ClientOptions;
  readonly preferences: RequestPreferences;
  readonly first: Promise<unknown>;
  readonly identify: Fanfare["identify"];
  /** Cancels confetti when the person leaves the page. */
  readonly cancelCelebrations: () => void;
}

const instances = new WeakMap<DeferredCallsDeps["emitter"], DeferredCalls>();

export function getDeferredCalls(deps: DeferredCallsDeps): DeferredCalls {
  const known = instances.get(deps.emitter) ?? createDeferredCalls(deps);
  instances.set(deps.emitter, known);
  return known;
}

function createDeferredCalls(deps: DeferredCallsDeps): DeferredCalls {
  const { window, decisions, events, first, guidance, identity, options, report } = deps;
  return {
    ...createPanelCalls({ ...deps, labels: options.labels ?? {} }),
    start: createStart(deps),
    group: createGroup(deps),
    toast: createToastCall(deps),
    announce: createAnnouncer(deps),
    async explain(id_or_slug) {
      await first;
      const [{ explain }, stage] = await Promise.all([import("../engage/decide/explain.ts"), guidance.stage()]);
      return explain({ ...deps, stage, url: window.location.href }, id_or_slug);
    },
    async page(url, { name } = {}) {
      deps.cancelCelebrations();
      guidance.reevaluate();
      if (name === undefined) return;
      const { origin, pathname } = new URL(url ?? window.location.href, read(window.document, "baseURI"));
      const safe = events.add("page_viewed", { page_url: origin + pathname, name: String(name) });
      guidance.onEvent("page_viewed");
      await safe;
    },
    async update(attributes) {
      const identifiedPerson = identity.identifiedPerson();
      if (identifiedPerson === undefined) {
        return {
          status: "refused",
          code: "identity_required",
          detail: "No person is identified. Call identify() first.",
        };
      }
      return deps.identify(
        identifiedPerson.external_id,
        { ...identifiedPerson.attributes, ...attributes },
        identifiedPerson,
      );
    },
    async setLocale(locale) {
      const [tag] = locale === null ? [] : Intl.getCanonicalLocales(String(locale));
      deps.preferences.locale = tag;
      await first;
      await decisions.load();
    },
    async notifications(how) {
      await first;
      const { openPush } = await import("../push/push.ts");
      return openPush(deps, how);
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
    async followLink(href) {
      const builds = isBuilding(window, href);
      if (!builds) guidance.resume(href);
      if (href.includes("fanfare_debug=")) {
        const { openDebug } = await import("../debug/debug.ts");
        await openDebug(deps, href, first);
        return;
      }
      if (/[?&]fanfare=/.test(href)) {
        await first;
        await showLinkedAgain(deps, href);
      }
      if (!builds) return;
      try {
        const { openBuilder } = await import("../builder/builder.ts");
        await openBuilder({ ...deps, ...options }, href);
      } finally {
        guidance.resume(href);
      }
    },
  };
}

function isBuilding(window: Window, href: string): boolean {
  if (href.includes("fanfare_")) return !href.includes("fanfare_debug=");
  try {
    return window.sessionStorage["fanfare_build"] !== undefined;
  } catch {
    // Blocked storage has no session.
    return false;
  }
}
