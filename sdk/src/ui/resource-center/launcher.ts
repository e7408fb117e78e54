import type { Launcher, Resource } from "@fanfare/contract/content/resource-center";
import type { Cancel } from "@fanfare/contract/lib/clock";
import { DAY_MS } from "@fanfare/contract/limits";
import { CARD_STYLE } from "../card/card-style.ts";
import { closeButton } from "../card/dismiss-options.ts";
import { listenToPopupKeys } from "../dialog/popup-keys.ts";
import { button, element } from "../dom/element.ts";
import { moveFocus } from "../dom/focus.ts";
import type { PlayerLife } from "../dom/guard.ts";
import { updateScrollStop } from "../dom/tab-stops.ts";
import { LOOK_GAP_MS, PATIENT_LOOK_GAP_MS } from "../limits.ts";
import { openRoot } from "../overlay/root.ts";
import { ABOVE, CORNER, placeInStack } from "../overlay/stacking.ts";
import type { UiRoot } from "../overlay/ui-root.ts";
import { type WaitResult, waitForTarget } from "../target/wait-for-target.ts";
import { listenForF6 } from "../toast/notice.ts";
import type { Labels, StrategyResult } from "../types.ts";

/** The open resource center: where its entries are written. */
export interface ResourcePanel {
  readonly root: Pick<UiRoot, "addStyle">;
  readonly heading: HTMLElement;
  readonly content: HTMLElement;
  close(): void;
}

/** The checklists of an open panel. */
export interface ListedChecklists {
  /** Where a resource's checklist is shown; null while the person can't get it. Undefined for other resources. */
  find(resource: Resource): HTMLElement | null | undefined;
  /** The resources, or what people can get, may have changed. */
  refresh(resources: readonly Resource[]): void;
  stop(): void;
}

/** What people press to open and close the resource center. */
export interface LauncherView {
  /** Updates the title, the number of new entries, and the accessible name. */
  write(title: string, count: number, name: string): void;
  /** `closed` is called once. */
  open(title: string, closed: () => void): Promise<ResourcePanel>;
  /** The person asked for what is always open. */
  reveal?(): void;
  remove(): void;
}

export interface LauncherDeps {
  readonly life: PlayerLife;
  readonly labels: Labels;
  toggle(): void;
  /** The launcher is on the screen, or on the page. */
  seen(box: Element): void;
  missing(tried: readonly StrategyResult[]): void;
}

/** A button in a bottom corner of the screen, and the panel that opens above it. */
export function buildCornerLauncher(
  { life, labels, toggle, seen }: LauncherDeps,
  { side }: Extract<Launcher, { kind: "button" }>,
): LauncherView {
  const { guard, page } = life;
  const { document } = page;
  const root = openRoot(page, CARD_STYLE + LAUNCHER_STYLE);
  const icon = element(document, "span", "icon", "?");
  const name = element(document, "span", "name");
  const badge = element(document, "span", "count");
  const launcher = button(document, "launcher", "", guard(toggle));
  launcher.append(icon, name, badge);
  launcher.ariaHasPopup = "dialog";
  launcher.ariaExpanded = "false";
  const corner = element(document, "div", `corner ${side}`, launcher);
  corner.role = "region";
  root.view.append(corner);
  root.mount(null);
  placeInStack(root.host, CORNER);
  const release = listenForF6(page, corner);
  return {
    write(title, count, spoken) {
      name.textContent = corner.ariaLabel = title;
      badge.textContent = String(count);
      badge.hidden = count === 0;
      launcher.ariaLabel = spoken;
      seen(launcher);
    },
    async open(title, closed) {
      const panel = buildPanel(life, labels, title, () => close());
      let open = true;
      const close = (): void => {
        if (!open) return;
        open = false;
        stopKeys();
        const inside = panel.card.matches(":focus-within");
        panel.card.remove();
        launcher.ariaExpanded = "false";
        placeInStack(root.host, CORNER);
        if (inside) moveFocus(launcher);
        closed();
      };
      const stopKeys = listenToPopupKeys(page, root, guard, {
        target: () => null,
        shown: () => [launcher, panel.card],
        escape() {
          close();
          return true;
        },
        pressedOutside: close,
      });
      corner.append(panel.card);
      launcher.ariaExpanded = "true";
      placeInStack(root.host, ABOVE);
      return { root, heading: panel.heading, content: panel.content, close };
    },
    remove() {
      release();
      root.remove();
    },
  };
}

function buildPanel({ guard, page }: PlayerLife, labels: Labels, title: string, close: () => void) {
  const { document } = page;
  const heading = element(document, "h2", "", title);
  heading.id = "title";
  heading.tabIndex = -1;
  const content = element(document, "div", "content");
  const flow = element(document, "div", "flow", heading, content);
  const card = element(document, "div", "card", flow, closeButton(document, labels, guard(close)));
  card.id = "card";
  card.role = "dialog";
  card.setAttribute("aria-labelledby", "title");
  new page.window.ResizeObserver(guard(() => updateScrollStop(flow))).observe(content);
  return { card, heading, content };
}

/** An element of the page, which keeps its own click handlers. The panel opens beside it. */
export function attachElementLauncher(
  { life, labels, toggle, seen, missing }: LauncherDeps,
  { target, wait_ms }: Extract<Launcher, { kind: "element" }>,
): LauncherView {
  const { guard, page } = life;
  const { document, window, clock } = page;
  const press = guard((): void => {
    // The page may have replaced the element's content, not the element.
    if (anchor?.isConnected) toggle();
  });
  let anchor: Element | null = null;
  let stop: Cancel = () => {};
  let told = false;
  const follow = (found: Element): void => {
    anchor = found;
    found.addEventListener("click", press);
    seen(found);
    const watch = new window.MutationObserver(
      guard(() => {
        if (found.isConnected) return;
        stop();
        stop = clock.after(LOOK_GAP_MS, () => seek(wait_ms));
      }),
    );
    watch.observe(document, { subtree: true, childList: true });
    stop = () => {
      watch.disconnect();
      found.removeEventListener("click", press);
      anchor = null;
    };
  };
  const seek = (within_ms: number): void => {
    const found = guard((result: WaitResult): void => {
      if (result.element !== null) follow(result.element);
      else {
        if (!told) missing(result.tried);
        told = true;
        seek(DAY_MS);
      }
    });
    stop = waitForTarget(page, target, within_ms, found, PATIENT_LOOK_GAP_MS);
  };
  seek(wait_ms);
  return {
    write() {},
    async open(title, closed) {
      const { openPopup } = await import("../dialog/popup.ts");
      return openPopup({ ...page, title, anchor, style: "", labels, closed });
    },
    remove: () => stop(),
  };
}

export function rethrow(error: unknown): never {
  throw error;
}

const LAUNCHER_STYLE = `
.corner{position:absolute;inset-block-end:1em;inset-inline-end:1em;display:flex;flex-direction:column-reverse;align-items:end;gap:.7em;max-width:calc(100% - 2em);max-height:calc(100% - 2em);pointer-events:none}
.corner.start{inset-inline:1em auto;align-items:start}
.corner:focus{outline:0}
.corner:focus-visible .launcher,.launcher:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--bg),var(--shadow)}
.launcher{position:relative;flex:none;display:flex;align-items:center;gap:.6em;max-width:100%;min-height:3em;padding:.4em 1.15em .4em .5em;border-radius:1.6em;font-size:.9375em;background:var(--bg);box-shadow:var(--shadow);pointer-events:auto;text-align:start}
.launcher:dir(rtl){padding:.4em .5em .4em 1.15em}
.launcher:hover{background:var(--hover)}
.icon{flex:none;width:2.2em;height:2.2em;border-radius:50%;display:grid;place-items:center;background:var(--accent);color:var(--on-accent);font-weight:700}
.name{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.count{flex:none;min-width:1.7em;padding:.1em .5em;border-radius:1em;background:var(--accent);color:var(--on-accent);font-size:.8em;text-align:center;font-variant-numeric:tabular-nums}
.corner .card{position:relative;display:flex;flex-direction:column;min-height:0;width:24em;max-width:100%;overflow:hidden}
.corner .flow{padding:1.3em 0 .5em;max-height:34em}
.corner h2{padding-inline:1.25rem 3.2em}
@media (max-width:30em){.corner .card{width:calc(100vw - 2em)}.launcher[aria-expanded=false] .name{display:none}.launcher[aria-expanded=false]{padding:.4em .5em}}
@media (prefers-reduced-motion:no-preference){.launcher,.corner .card{animation:in .18s ease-out}@keyframes in{from{opacity:0;translate:0 8px}}}
@media (forced-colors:active){.launcher,.count{border:1px solid}.icon{border:1px solid}}
`;
