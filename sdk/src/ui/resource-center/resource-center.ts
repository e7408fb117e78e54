import type { Edition } from "@fanfare/contract/content/content";
import { RESOURCE_CENTER_POSITION } from "@fanfare/contract/content/positions";
import type { Resource, ResourceCenterBody } from "@fanfare/contract/content/resource-center";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { read } from "../../lib/native.ts";
import { createBlockWriter } from "../card/blocks.ts";
import { buildDismissOptions } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { moveFocus } from "../dom/focus.ts";
import { openPlayerLife, type PlayerLife } from "../dom/guard.ts";
import { fillPlaceholders } from "../text/labels.ts";
import type { Labels, PlayerHandle, PlayerOptions } from "../types.ts";
import type { Articles } from "./article-search.ts";
import {
  attachElementLauncher,
  buildCornerLauncher,
  type LauncherDeps,
  type LauncherView,
  type ListedChecklists,
  type ResourcePanel,
  rethrow,
} from "./launcher.ts";
import { placeInline } from "./place-inline.ts";
import type { ResourcePage } from "./resource-page.ts";

/** The person's feed, where a resource lists it. */
export interface ListedFeed {
  /** Reports the number of unread items, now and on every change. */
  watchUnread(onCount: (count: number) => void): Cancel;
  open(act: PlayerOptions["act"]): Promise<void>;
}

/** Undefined in previews, which have no person. */
export interface ResourceParts {
  readonly feed: ListedFeed;
  findInFeed(content_id: string, query: string): Promise<Articles>;
  /** Shows the checklists of a panel. `changed`: some are here now, or no longer. Undefined without a stage. */
  openLists?(panel: ResourcePanel, document: Document, changed: () => void): Promise<ListedChecklists>;
}

/** The panel while it's open. */
interface OpenPanel {
  readonly page: ResourcePage;
  readonly lists: ListedChecklists | undefined;
  close(): void;
}

/**
 * Shows the launcher of a resource center. Its panel opens and closes as often as the person likes, takes focus only
 * then, and blocks nothing.
 *
 * @example
 * const help = openResourceCenter({ document, window, clock: systemClock, edition, name: "Help", step_id: null,
 *   labels: {}, act: (action) => act(action), on: (event) => report(event) });
 * help.close("navigation");
 */
export function openResourceCenter(options: PlayerOptions, parts?: ResourceParts): PlayerHandle {
  const { document, storage, content_id, on } = options;
  let body = editionBody(options.edition, "resource_center");
  let labels = options.labels;
  let panel: OpenPanel | undefined;
  let opening = false;
  let was_seen = false;
  let unread = 0;
  let stopUnread: Cancel | undefined;
  const life = openPlayerLife(options, () => {
    stopUnread?.();
    panel?.close();
    launcher.remove();
  });
  const write = (): void => {
    const count = unread + freshIds(options, body).length;
    const news = fillPlaceholders(labels.resources_new ?? "New: {count}", { count });
    launcher.write(body.title, count, count === 0 ? body.title : `${body.title}. ${news}`);
    panel?.lists?.refresh(body.resources);
    panel?.page.write(body, unread);
  };
  const choose = (resource: Resource): void => {
    on({ kind: "acted", step_id: resource.id });
    if (body.launcher.kind !== "inline") panel?.close();
    runResource(options, resource, parts)?.catch(life.guard(rethrow));
  };
  const opened = life.whileOpen((next: OpenPanel): void => {
    opening = false;
    panel = next;
    write();
    // New until the person saw it here.
    const ids = body.resources.flatMap(({ id, is_new }) => (is_new === true ? [id] : []));
    storage?.set(knownKey(content_id), ids.join(" "));
    launcher.write(body.title, unread, body.title);
  });
  const shut = (): unknown => (panel = undefined);
  const open = life.whileOpen((): void => {
    if (panel !== undefined || opening) return;
    opening = true;
    openPanel({ options, labels, life, launcher, body, choose, shut, parts, write }).then(opened, life.guard(rethrow));
  });
  const deps: LauncherDeps = {
    ...{ life, labels },
    toggle: () => (panel === undefined ? open() : panel.close()),
    seen(box) {
      if (!was_seen) on({ kind: "step_shown", step_id: RESOURCE_CENTER_POSITION, index: 0 }, box);
      was_seen = true;
    },
    missing: (tried) => on({ kind: "target_missing", step_id: RESOURCE_CENTER_POSITION, tried }),
  };
  let launcher = buildLauncher(deps, body);
  const refresh = life.whileOpen((): void => {
    write();
    if (stopUnread !== undefined || !body.resources.some(({ action }) => action.kind === "feed")) return;
    const onCount = life.whileOpen((count: number): void => {
      unread = count;
      write();
    });
    stopUnread = parts?.feed.watchUnread(onCount);
  });
  // The caller has the handle before anything is reported.
  void Promise.resolve().then(refresh);
  void resourceLabels(options.labels, options.locale ?? read(document, "documentElement").lang).then(
    life.whileOpen((loaded: Labels) => {
      labels = loaded;
      write();
    }),
  );
  return {
    ...{ next() {}, back() {}, goTo() {}, reveal: () => (launcher.reveal ?? open)() },
    onPageEvent: () => panel?.lists?.refresh(body.resources),
    update: life.whileOpen((edition: Edition) => {
      const before = frameOf(body);
      body = editionBody(edition, "resource_center");
      if (before !== frameOf(body)) {
        panel?.close();
        launcher.remove();
        launcher = buildLauncher(deps, body);
      }
      refresh();
    }),
    close: life.guard((reason: EndReason) => life.end({ kind: "ended", reason, suppress: false })),
  };
}

/** Links are followed by the browser, and checklists have buttons of their own. */
function runResource({ act }: PlayerOptions, { action }: Resource, parts?: ResourceParts): Promise<void> | undefined {
  if (action.kind === "feed") return parts?.feed.open(act);
  if (action.kind !== "link" && action.kind !== "checklist") act(action);
  return undefined;
}

const knownKey = (content_id = ""): string => `fanfare:known:${content_id}`;

/** New entries that the person hasn't seen in this browser. */
function freshIds({ storage, content_id }: PlayerOptions, { resources }: ResourceCenterBody): readonly string[] {
  const known = (storage?.get(knownKey(content_id)) ?? "").split(" ");
  return resources.flatMap(({ id, is_new }) => (is_new === true && !known.includes(id) ? [id] : []));
}

/** A change of this replaces the launcher. */
const frameOf = ({ launcher, suppression }: ResourceCenterBody): string =>
  JSON.stringify([launcher, launcher.kind === "inline" && suppression.offered]);

function buildLauncher(deps: LauncherDeps, { launcher, suppression }: ResourceCenterBody): LauncherView {
  switch (launcher.kind) {
    case "button":
      return buildCornerLauncher(deps, launcher);
    case "element":
      return attachElementLauncher(deps, launcher);
    case "inline":
      return placeInline(deps, launcher, suppression.offered);
  }
}

interface PanelRequest {
  readonly options: PlayerOptions;
  readonly labels: Labels;
  readonly life: PlayerLife;
  readonly launcher: LauncherView;
  readonly body: ResourceCenterBody;
  readonly parts: ResourceParts | undefined;
  choose(resource: Resource): void;
  /** The panel was closed. */
  shut(): void;
  /** Its checklists changed. */
  write(): void;
}

async function openPanel({
  options,
  labels,
  life,
  launcher,
  body,
  choose,
  shut,
  parts,
  write,
}: PanelRequest): Promise<OpenPanel> {
  const { document, on } = options;
  const end = (reason: EndReason): void => life.end(choices.ending(reason));
  const choices = buildDismissOptions(document, labels, () => end("snoozed"));
  const { buildResourcePage } = await import("./resource-page.ts");
  let page: ResourcePage | undefined;
  let lists: ListedChecklists | undefined;
  const panel = await launcher.open(body.title, () => {
    page?.closed();
    lists?.stop();
    shut();
    if (choices.suppressed()) end("close_button");
  });
  const blocks = createBlockWriter(document, panel.root.addStyle);
  await blocks.load([body]);
  if (body.resources.some(({ action }) => action.kind === "checklist")) {
    lists = await parts?.openLists?.(panel, document, write);
  }
  page = buildResourcePage(panel, {
    ...{ document, labels, blocks, choices, choose: life.guard(choose), life },
    on: (event) => on(event),
    lists,
    findInFeed: async (query) => parts?.findInFeed(options.content_id ?? "", query),
  });
  page.write(body, 0);
  // Seen without being opened, and part of the page.
  if (body.launcher.kind === "inline") return { page, lists, close: panel.close };
  moveFocus(panel.heading);
  on({ kind: "opened", step_id: RESOURCE_CENTER_POSITION }, panel.heading);
  return { page, lists, close: panel.close };
}

/** English needs no download, and is used if the labels can't be loaded. */
async function resourceLabels(own: Labels, language: string): Promise<Labels> {
  if (language === "" || language.startsWith("en")) return own;
  const loaded = await import("../text/resource-labels.ts").catch(() => undefined);
  return { ...loaded?.RESOURCE_LABELS[language.toLowerCase().split("-")[0] ?? ""], ...own };
}
