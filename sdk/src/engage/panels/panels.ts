import type { ButtonAction } from "@fanfare/contract/content/panel";
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
import type { Popup } from "../../ui/dialog/popup.ts";
import type { HiddenChoice } from "../../ui/feed/choices-page.ts";
import type { Labels, Page } from "../../ui/types.ts";
import type { Decisions, RequestPreferences } from "../decide/decisions.ts";
import type { Choice, Subject, Suppressions } from "../decide/suppressions.ts";
import type { HostActions, Stage } from "../types.ts";
import { createFeedStore, type FeedStore } from "./feed.ts";

export interface PanelsDeps {
  readonly window: Window & typeof globalThis;
  readonly clock: Clock;
  readonly net: Pick<Net, "call">;
  readonly identity: Pick<Identity, "claims" | "epoch">;
  readonly emitter: Pick<Emitter, "on" | "emit">;
  readonly decisions: Pick<Decisions, "current" | "now_ms" | "load">;
  readonly preferences: RequestPreferences;
  readonly storage: Storage;
  readonly suppressions: Pick<Suppressions, "list">;
  readonly guidance?: { stage(): Promise<Pick<Stage, "start"> | undefined> } | undefined;
  /** Runs the action of a button in the feed. Without it, the stage of `guidance` does. */
  readonly act?: ((action: ButtonAction) => unknown) | undefined;
  readonly actions: HostActions;
  readonly report: Report;
  readonly labels: Labels;
  readonly choose: (subject: Subject, choice: Choice | null) => unknown;
}

export interface Panels {
  feed(): Promise<FeedResponse>;
  /** Opening a panel again at the same anchor closes it, so that a button toggles it. */
  open(what: PanelName, anchor: Element | undefined): Promise<OpenPanel>;
}

const instances = new WeakMap<PanelsDeps["emitter"], Panels>();

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

interface PanelsState extends PanelsDeps {
  readonly feed: FeedStore;
  /** Titles of hidden content by ID. Undefined until loaded. */
  titles?: ReadonlyMap<string, string>;
  readonly shown: { panel?: ShownPanel | undefined };
  /** The page or the person requested the feed. */
  asked: boolean;
}

function createPanels(deps: PanelsDeps): Panels {
  const { net, identity, emitter, decisions, preferences } = deps;
  const shown: PanelsState["shown"] = {};
  const render = (): void => shown.panel?.render();
  const feed = createFeedStore({
    ...{ net, identity, emitter, now_ms: decisions.now_ms, changed: render },
    locale: () => preferences.locale,
  });
  const panels: PanelsState = { ...deps, feed, shown, asked: false };
  const refresh = (): void => {
    if (panels.asked) void feed.load();
  };
  emitter.on("ready", () => {
    feed.forget();
    refresh();
  });
  emitter.on("message", refresh);
  emitter.on("changed", refresh);
  emitter.on("suppressions", render);
  emitter.on("connection", ({ state }) => {
    if (state === "closed") shown.panel?.close();
  });
  for (const end of ["announcement_completed", "announcement_dismissed"] as const) {
    emitter.on(end, ({ content_id }) => {
      const body = decisions.current()?.decisions.find((each) => each.content_id === content_id)?.edition.body;
      // Toasts close automatically and may go unnoticed; other forms count as read.
      if (body?.type === "announcement" && body.form !== "toast") feed.read([content_id]);
    });
  }
  return {
    feed() {
      panels.asked = true;
      return feed.load();
    },
    open: (what, anchor) => show(panels, what, anchor ?? null),
  };
}

function hiddenChoices({ titles, suppressions }: PanelsState): readonly HiddenChoice[] {
  return suppressions.list().map((each) => ({ ...each, name: titles ? titles.get(each.target) : "…" }));
}

type PanelUi = Awaited<ReturnType<typeof loadUi>>;

async function loadUi({ decisions }: PanelsState) {
  const [popup, feed_page, choices_page, written] = await Promise.all([
    import("../../ui/dialog/popup.ts"),
    import("../../ui/feed/feed-page.ts"),
    import("../../ui/feed/choices-page.ts"),
    import("../../ui/text/language-marks.ts"),
  ]);
  const theme = decisions.current()?.themes?.[DEFAULT_THEME];
  const openPopup =
    theme === undefined ? popup.openPopup : (await import("../../ui/theme/theme.ts")).withTheme(popup.openPopup, theme);
  return { ...feed_page, ...choices_page, ...written, openPopup };
}

async function show(panels: PanelsState, what: PanelName, anchor: Element | null): Promise<OpenPanel> {
  const { shown, labels, window } = panels;
  const ui = await loadUi(panels);
  const same = shown.panel?.what === what && shown.panel.anchor === anchor;
  shown.panel?.close();
  if (same) return CLOSED_PANEL;
  const page = { window, document: window.document, clock: panels.clock, labels, anchor };
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const popup = ui.openPopup({
    ...page,
    title: what === "feed" ? (labels.notifications ?? "Notifications") : (labels.choices ?? "Your choices"),
    style: what === "feed" ? ui.FEED_STYLE : ui.CHOICES_PAGE_STYLE,
    closed() {
      if (shown.panel?.closed === closed) shown.panel = undefined;
      resolve();
    },
  });
  const { close } = popup;
  const fillPage = what === "feed" ? fillFeed : fillChoices;
  shown.panel = { what, anchor, closed, close, render: fillPage(panels, ui, popup, page) };
  if (what === "feed") await panels.feed.load();
  shown.panel?.render();
  return { close, closed };
}

interface PanelPage extends Page {
  readonly labels: Labels;
  readonly anchor: Element | null;
}

/** Fills a popup with the feed. Answers what brings it up to date. */
function fillFeed(panels: PanelsState, ui: PanelUi, popup: Popup, page: PanelPage): () => void {
  const { feed, labels } = panels;
  const start: Stage["start"] = async (slug, reason) =>
    (await panels.guidance?.stage())?.start(slug, reason) ?? { status: "refused", gate: "unavailable" };
  const act =
    panels.act ??
    ((action: ButtonAction): void =>
      void import("../stage/run-action.ts").then(
        ({ runAction }) => runAction({ ...panels, start }, action),
        (error) => panels.report("a button action failed", error),
      ));
  const openChoices = (): void => void show(panels, "choices", page.anchor);
  const fill = ui.buildFeedPage(popup, { ...page, ...ui, act, read: feed.read, openChoices });
  panels.asked = true;
  import("../../ui/toast/toast-history-page.ts").then(
    ({ addToastHistory }) => addToastHistory(panels, labels, popup),
    () => {},
  );
  return () => fill(feed.current().items);
}

/** Fills a popup with the person's choices. Answers what brings it up to date. */
function fillChoices(panels: PanelsState, ui: PanelUi, popup: Popup, page: PanelPage): () => void {
  const { labels, choose, shown } = panels;
  const undo = (choices: readonly HiddenChoice[]): void => {
    for (const { scope, target } of choices) choose({ scope, target }, null);
  };
  const subject: Subject = { scope: "live_updates", target: "" };
  const switchOff = (): void =>
    void choose(subject, { days: limits.suppression_days_default, reason: "do_not_show_again" });
  const fill = ui.buildChoicesPage(popup, { ...page, undo, switchOff });
  import("./choices-details.ts").then(
    ({ addChoiceDetails }) =>
      addChoiceDetails(panels, labels, popup, (titles) => {
        panels.titles = titles;
        shown.panel?.render();
      }),
    () => {},
  );
  return () => fill(hiddenChoices(panels));
}

const CLOSED_PANEL: OpenPanel = { close() {}, closed: Promise.resolve() };
