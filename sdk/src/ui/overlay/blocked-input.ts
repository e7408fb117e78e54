import type { PageObstruction } from "@fanfare/contract/events/events";
import { read } from "../../lib/native.ts";
import { createGuard } from "../dom/guard.ts";
import { INERT_REMOVALS_MAX, INERT_REMOVALS_REPORTED } from "../limits.ts";
import type { Page } from "../types.ts";
import type { UiRoot } from "./ui-root.ts";

/** https://html.spec.whatwg.org/multipage/interaction.html#closewatcher */
interface CloseWatcher extends EventTarget {
  destroy(): void;
}

const guard = createGuard(() => {});

/** Names of the problems that were already logged, per page. */
const logged = new WeakMap<Document, Set<string>>();

const WARNINGS: Readonly<Record<PageObstruction, string>> = {
  events_stopped: "stops clicks and keys before they reach Fanfare's content, so Fanfare repeats them there",
  made_inert: "keeps making Fanfare's content inert",
  target_moving: "never stops moving the target of Fanfare's content",
};

/** What the page does to the content of a root that isn't reported yet, or who reports it. */
type Report = (how: PageObstruction) => void;
const reports = new WeakMap<Node, Report | Set<PageObstruction>>();

/** Tells what the page does to the content in the root of `node`: in the browser console, and to who reports it. */
export function tellObstruction(page: Page, node: Node, how: PageObstruction): void {
  warnOnce(page, WARNINGS[how]);
  const root = node.getRootNode();
  const known = reports.get(root) ?? new Set();
  if (known instanceof Set) reports.set(root, known.add(how));
  else known(how);
}

/** Reports each thing once that the page does to the content in the root of `node`, until the next call. */
export function onObstruction(node: Node, report: Report): void {
  const root = node.getRootNode();
  const before = reports.get(root);
  const told = new Set<PageObstruction>();
  const reportOnce: Report = (how) => {
    if (!told.has(how)) report(how);
    told.add(how);
  };
  reports.set(root, reportOnce);
  if (before instanceof Set) before.forEach(reportOnce);
}

/**
 * Keeps a root usable, until it is removed, on pages that stop events on their way to it or make it inert. The page's own
 * events are left alone.
 */
export function keepUsable(page: Page, root: UiRoot): void {
  if (root.target === root.host) return;
  const over = new AbortController();
  const { remove } = root;
  root.remove = () => {
    remove();
    over.abort();
  };
  deliverStopped(page, root, over.signal);
  closeOnRequest(page, root, over.signal);
  stayReachable(page, root, over.signal);
}

/** Repeats clicks and keys in the root that the page stopped before they arrived. */
function deliverStopped(page: Page, root: UiRoot, signal: AbortSignal): void {
  const { clock, window } = page;
  const onEarly = guard((event: MouseEvent | KeyboardEvent): void => {
    const [from] = event.composedPath();
    if (!event.isTrusted || !(from instanceof window.Element) || !root.view.contains(from)) return;
    const arrival = new AbortController();
    root.view.addEventListener(event.type, () => arrival.abort(), {
      capture: true,
      once: true,
      signal: arrival.signal,
    });
    // After the event: it would have arrived by then.
    clock.after(0, () => {
      if (arrival.signal.aborted || signal.aborted) return;
      arrival.abort();
      tellObstruction(page, root.view, "events_stopped");
      repeat(page, event, from);
    });
  });
  for (const name of ["click", "keydown"] as const) window.addEventListener(name, onEarly, { capture: true, signal });
}

/**
 * Not composed: the page doesn't receive it. The browser has already acted on the original, for example checked an
 * option, unless the page prevented that.
 */
function repeat({ window }: Page, event: MouseEvent | KeyboardEvent, from: Element): void {
  const bubbling = { bubbles: true, cancelable: true };
  const click = (): unknown => from.dispatchEvent(new window.MouseEvent("click", bubbling));
  if (!("key" in event)) {
    if (event.defaultPrevented) click();
    else from.dispatchEvent(new window.CustomEvent("click", bubbling));
    return;
  }
  const { key, shiftKey, altKey, ctrlKey, metaKey, defaultPrevented } = event;
  const modifiers = { shiftKey, altKey, ctrlKey, metaKey };
  const handled = !from.dispatchEvent(new window.KeyboardEvent("keydown", { ...bubbling, ...modifiers, key }));
  const presses = key === "Enter" || key === " ";
  if (presses && defaultPrevented && !handled && from.matches("a,button,[role=button]")) click();
}

/**
 * Handles Escape while focus is in the root, even if the page stops all key events. If Escape arrives as usual, the root
 * prevents this. Only with a mouse: elsewhere, a close request is a back gesture.
 */
function closeOnRequest({ window }: Page, root: UiRoot, signal: AbortSignal): void {
  if (!("CloseWatcher" in window) || !window.matchMedia("(any-pointer:fine)").matches) return;
  // TypeScript doesn't declare it yet.
  const Watcher = window.CloseWatcher as new () => CloseWatcher;
  let watcher: CloseWatcher | undefined;
  const drop = (): void => {
    watcher?.destroy();
    watcher = undefined;
  };
  const watch = guard((): void => {
    // Modal dialogs have their own.
    if (watcher || root.view.querySelector("dialog[open]")) return;
    watcher = new Watcher();
    watcher.addEventListener(
      "close",
      guard(() => {
        watcher = undefined;
        const pressed = new window.KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
        (root.shadow.activeElement ?? root.view).dispatchEvent(pressed);
      }),
    );
  });
  root.view.addEventListener("focusin", watch, { signal });
  root.view.addEventListener("focusout", drop, { signal });
  signal.addEventListener("abort", drop);
  if (root.shadow.activeElement) watch();
}

/** Removes attributes by which the page makes everything but its own content unusable. */
function stayReachable(page: Page, { host, target, view }: UiRoot, signal: AbortSignal): void {
  const { clock, window } = page;
  let left = INERT_REMOVALS_MAX;
  const free = guard((): void => {
    if (signal.aborted || !(host.hasAttribute("inert") || host.ariaHidden === "true")) return;
    if (left === 0) {
      watch.disconnect();
      warnOnce(page, "made Fanfare's content inert too often. People can close it with Escape only");
      return;
    }
    left--;
    if (left % INERT_REMOVALS_REPORTED === 0) tellObstruction(page, view, "made_inert");
    for (const name of ["inert", "aria-hidden"]) host.removeAttribute(name);
  });
  // In a later task: a page that restores the attribute at once isn't blocked.
  const watch = new window.MutationObserver(() => clock.after(0, free));
  watch.observe(host, { attributeFilter: ["inert", "aria-hidden"] });
  signal.addEventListener("abort", () => watch.disconnect());
  // A target's dialog or frame may be hidden on purpose.
  if (target === null || read(target, "ownerDocument") === page.document) free();
}

function warnOnce({ document }: Page, what: string): void {
  const before = logged.get(document) ?? new Set();
  logged.set(document, before);
  if (before.has(what)) return;
  before.add(what);
  // biome-ignore lint/suspicious/noConsole: the page breaks content for its visitors, and only its developer can fix that
  console.warn(`Fanfare: This page ${what}.`);
}
