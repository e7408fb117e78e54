import type { Action } from "@fanfare/contract/content/panel";
import type { Clock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import type { FeedResponse } from "@fanfare/contract/schema/client/feed";
import { DEFAULT_THEME } from "@fanfare/contract/theme/theme";
import type { PanelName } from "../../api/options.ts";
import type { OpenPanel } from "../../api/results.ts";
import type { Emitter } from "../../lib/emitter.ts";
import type { Report } from "../../lib/report.ts";
import type { Storage } from "../../lib/storage.ts";
import type { Identity } from "../../net/identity.ts";
import type { Net } from "../../net/net.ts";
import type { HiddenChoice } from "../../ui/feed/choices-page.ts";
import type { Labels } from "../../ui/types.ts";
import type { Decisions, RequestPreferences } from "../decide/decisions.ts";
import type { Choice, Subject, Suppressions } from "../decide/suppressions.ts";
import type { Guidance } from "../stage/guidance.ts";
import type { HostActions } from "../types.ts";
import { createFeedStore } from "./feed.ts";

export interface PanelsDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly net: Net;
  readonly identity: Identity;
  readonly emitter: Emitter;
  readonly decisions: Decisions;
  readonly wishes: RequestPreferences;
  readonly storage: Storage;
  readonly suppressions: Suppressions;
  readonly guidance: Pick<Guidance, "start">;
  readonly actions: HostActions;
  readonly report: Report;
  readonly labels: Labels;
  readonly choose: (subject: Subject, choice: Choice | null) => unknown;
}

/** What the person opens themselves: the feed, and their choices. */
export interface Panels {
  feed(): Promise<FeedResponse>;
  /** Opening again what stands at the same anchor closes it: that is what the button in the page does. */
  open(what: PanelName, anchor: Element | undefined): Promise<OpenPanel>;
}

/** One for each instance, by what is its own. */
const instances = new WeakMap<Emitter, Panels>();

/** The panels of this instance. Loaded with the first that is asked for. */
export function getPanels(deps: PanelsDeps): Panels {
  const known = instances.get(deps.emitter) ?? createPanels(deps);
  instances.set(deps.emitter, known);
  return known;
}

interface ShownPanel extends OpenPanel {
  readonly what: PanelName;
  readonly anchor: Element | null;
  render(): void;
}

function createPanels(deps: PanelsDeps): Panels {
  const { window, clock, net, identity, emitter, decisions, suppressions, labels } = deps;
  const { document } = window;
  let open: ShownPanel | undefined;
  let asked = false;
  /** Names of hidden contents, which the page's own answer does not hold. */
  const names = new Map<string, string>();
  const render = (): void => open?.render();
  const feed = createFeedStore({
    net,
    identity,
    emitter,
    locale: () => deps.wishes.locale,
    now_ms: decisions.now_ms,
    changed: render,
  });

  const refresh = (): void => {
    if (asked) void feed.load();
  };
  emitter.on("ready", () => {
    feed.forget();
    refresh();
  });
  emitter.on("message", refresh);
  emitter.on("changed", refresh);
  emitter.on("suppressions", render);
  emitter.on("connection", ({ state }) => {
    if (state === "closed") open?.close();
  });
  for (const end of ["announcement_completed", "announcement_dismissed"] as const) {
    emitter.on(end, ({ content_id }) => {
      const body = decisions.current()?.decisions.find((each) => each.content_id === content_id)?.edition.body;
      // A toast goes by itself, perhaps unnoticed; what stood in the way has been read.
      if (body?.type === "announcement" && body.form !== "toast") feed.read([content_id]);
    });
  }

  const act = (action: Action): void =>
    void import("../stage/run-action.ts").then(
      (loaded) => loaded.runAction({ ...deps, start: deps.guidance.start }, action),
      (error) => deps.report("a button action failed", error),
    );

  const hidden = (): readonly HiddenChoice[] => {
    const boot = decisions.current();
    const nameOf = (id: string): string | undefined =>
      names.get(id) ??
      boot?.decisions.find(({ content_id }) => content_id === id)?.name ??
      boot?.refused.find(({ content_id }) => content_id === id)?.slug;
    return suppressions.list().map((each) => ({ ...each, name: nameOf(each.target) }));
  };

  const load = async () => {
    const [popup, feed_page, choices_page, written] = await Promise.all([
      import("../../ui/dialog/popup.ts"),
      import("../../ui/feed/feed-page.ts"),
      import("../../ui/feed/choices-page.ts"),
      import("../../ui/text/language-marks.ts"),
    ]);
    const theme = decisions.current()?.themes?.[DEFAULT_THEME];
    const openPopup =
      theme === undefined
        ? popup.openPopup
        : (await import("../../ui/theme/theme.ts")).withTheme(popup.openPopup, theme);
    return { ...feed_page, ...choices_page, ...written, openPopup };
  };

  const show = async (what: PanelName, anchor: Element | null): Promise<OpenPanel> => {
    const ui = await load();
    const same = open?.what === what && open.anchor === anchor;
    open?.close();
    if (same) return CLOSED_PANEL;
    const page = { window, document, clock, labels, anchor };
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const mine = (): boolean => open?.closed === closed;
    const popup = ui.openPopup({
      ...page,
      title: what === "feed" ? (labels.notifications ?? "Notifications") : (labels.choices ?? "Your choices"),
      style: what === "feed" ? ui.FEED_STYLE : ui.CHOICES_PAGE_STYLE,
      closed() {
        if (mine()) open = undefined;
        resolve();
      },
    });
    const close = popup.close;
    if (what === "feed") {
      const fill = ui.buildFeedPage(popup, {
        ...page,
        ...ui,
        act,
        read: feed.read,
        openChoices: () => void show("choices", anchor),
      });
      open = { what, anchor, closed, close, render: () => fill(feed.current().items) };
      asked = true;
      import("../../ui/toast/toast-history-page.ts").then(
        ({ addToastHistory: addPassed }) => addPassed(deps, labels, popup),
        () => {},
      );
      await feed.load();
    } else {
      const undo = (choices: readonly HiddenChoice[]): void => {
        for (const { scope, target } of choices) deps.choose({ scope, target }, null);
      };
      const switchOff = (): void =>
        void deps.choose(
          { scope: "live_updates", target: "" },
          { days: limits.suppression_days_default, reason: "do_not_show_again" },
        );
      const fill = ui.buildChoicesPage(popup, { ...page, undo, switchOff });
      open = { what, anchor, closed, close, render: () => fill(hidden()) };
      import("./choices-details.ts").then(
        ({ addChoiceDetails: addTheRest }) => addTheRest(deps, labels, popup, names, render),
        () => {},
      );
    }
    render();
    return { close, closed };
  };

  return {
    feed() {
      asked = true;
      return feed.load();
    },
    open: (what, anchor) => show(what, anchor ?? null),
  };
}

const CLOSED_PANEL: OpenPanel = { close() {}, closed: Promise.resolve() };
