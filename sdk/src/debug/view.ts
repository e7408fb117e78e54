import type { Lane } from "@fanfare/contract/content/lane";
import { call } from "../lib/native.ts";
import { holdWhilePressed } from "../ui/card/watch-card.ts";
import { element } from "../ui/dom/element.ts";
import { HOST_NAME } from "../ui/dom/page-modals.ts";
import { openRoot } from "../ui/overlay/root.ts";
import type { Page } from "../ui/types.ts";
import { contentLine } from "./content-line.ts";
import type { PanelState } from "./panel-state.ts";
import { DEBUG_STYLE } from "./panel-style.ts";
import type { Picker } from "./pick.ts";
import type { AcceptLink, PageHighlighter } from "./target-line.ts";

/** In the order of the panel. */
const LANES: readonly Lane[] = ["blocking", "corner", "bar", "toast", "celebration", "inline", "launcher"];

/** Content beyond this number is reachable through the filter field. */
const CONTENTS_SHOWN_MAX = 100;

export interface DebugView {
  /** The first call also scrolls to the target that the debug link is about. */
  render(state: PanelState): Promise<void>;
  refuse(reason: string): void;
  close(): void;
}

/** Opens the panel next to the page without moving focus. Exposed as a named landmark. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: One panel whose parts share their elements. A split needs an object of twelve of them.
export function openView(
  page: Page,
  hands: {
    readonly refresh: () => void;
    readonly undo: (hidden: PanelState["hidden"][number]) => void;
    readonly closed: () => void;
  },
): DebugView {
  const { document } = page;
  const root = openRoot(page, DEBUG_STYLE);
  let state: PanelState | undefined;
  let offered = false;

  const button = (text: string, press: () => void): HTMLButtonElement => {
    const made = element(document, "button", "", text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };
  const heading = element(document, "h2", "", "Fanfare debug");
  heading.id = "title";
  const about = element(document, "p", "", "Loading…");
  const fold = button("Collapse", () => {
    const folded = panel.classList.toggle("folded");
    fold.ariaExpanded = String(!folded);
    fold.textContent = folded ? "Expand" : "Collapse";
  });
  fold.ariaExpanded = "true";
  const over = new AbortController();
  const close = (): void => {
    over.abort();
    void picker?.then(({ stop }) => stop());
    root.remove();
    hands.closed();
  };
  const head = element(document, "div", "head", heading, button("Refresh", hands.refresh), fold);
  const picking = button("Pick element", () => pickOne());
  picking.ariaPressed = "false";
  head.append(picking, button("Close", close), about);
  const search = element(document, "input", "");
  search.type = "search";
  search.placeholder = "Search content";
  search.ariaLabel = "Search content";
  search.addEventListener("input", () => fill());
  const picked = element(document, "section", "");
  const contents = element(document, "section", "");
  const rest = element(document, "section", "");
  const scroll = element(document, "div", "scroll", picked, search, contents, rest);
  const panel = element(document, "div", "debug", head, scroll);
  panel.role = "region";
  panel.setAttribute("aria-labelledby", "title");
  const frame = element(document, "div", "frame");
  frame.hidden = true;
  root.view.append(frame, panel);
  const unlessPressed = holdWhilePressed(page, panel, over.signal);
  root.mount(null);
  root.announce("The Fanfare debug panel is at the end of this page.");

  const pointing: PageHighlighter = {
    point(target) {
      frame.hidden = target === null;
      if (target === null) return;
      const { left, top, width, height } = call(target, "getBoundingClientRect");
      for (const [name, px] of Object.entries({ left, top, width, height })) frame.style.setProperty(name, `${px}px`);
    },
    reveal(target) {
      call(target, "scrollIntoView", { block: "center" });
      pointing.point(target);
    },
    pick: (take) => pickOne(take),
  };

  let picker: Promise<Picker> | undefined;
  const pickOne = (take?: AcceptLink): void => {
    picker ??= import("./pick.ts").then(({ openPicker }) => openPicker(page, picking, picked, pointing, root));
    picker.then(
      ({ toggle }) => toggle(take),
      () => {
        // Retried on the next click.
        picker = undefined;
      },
    );
  };

  /** Rebuilds the lines while preserving open details and focus. */
  const replace = (place: HTMLElement, ...parts: readonly HTMLElement[]): void => {
    const open = new Set([...place.querySelectorAll("details[open]")].map(focusKey));
    const held = root.shadow.activeElement;
    const inside = held !== null && place.contains(held) ? held : null;
    const key = focusKey(inside?.closest("[data-key]"));
    const at = inside === null ? -1 : focusables(inside.closest("[data-key]")).indexOf(inside);
    place.replaceChildren(...parts);
    for (const each of place.querySelectorAll("details")) each.open = open.has(focusKey(each));
    if (inside === null) return;
    const same = [...place.querySelectorAll("[data-key]")].find((each) => focusKey(each) === key);
    const next = focusables(same ?? null)[at] ?? search;
    if ("focus" in next && typeof next.focus === "function") next.focus({ preventScroll: true });
  };

  const seen = new WeakSet<Element>([root.host]);
  /** Moves the panel above content shown later, which may cover it. */
  const raise = (): void => {
    root.mount(null);
    const others = [...call(document, "querySelectorAll", HOST_NAME)].filter((each) => !seen.has(each));
    for (const each of others) seen.add(each);
    if (others.length === 0 || root.shadow.activeElement !== null) return;
    root.host.hidePopover();
    root.host.showPopover();
  };

  const fold_of = (key: string, title: string, lines: readonly (HTMLElement | string)[], empty: string) => {
    const items = (lines.length === 0 ? [empty] : lines).map((each) => element(document, "li", "", each));
    const made = element(document, "details", "", element(document, "summary", "", title));
    made.append(element(document, "ul", "", ...items));
    made.dataset["key"] = key;
    return made;
  };

  const fill = (): void => {
    if (state === undefined) return;
    const { person, expires_at, lanes, caps, hidden, responses: answers, events, connection } = state;
    about.textContent = `${person}. Live connection: ${connection}. Until ${formatTime(Date.parse(expires_at))}.`;
    const query = search.value.trim().toLowerCase();
    const found = state.contents.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(query));
    const first = found.slice(0, CONTENTS_SHOWN_MAX).map((each) => contentLine(document, each, pointing));
    const count = `Live content: ${found.length}${first.length < found.length ? `, first ${first.length} shown` : ""}`;
    replace(contents, element(document, "h3", "", count), ...first);
    replace(
      rest,
      fold_of(
        "lanes",
        "Lanes",
        LANES.map(
          (lane) =>
            `${lane}: ${
              lanes
                .filter((each) => each.lane === lane)
                .map(({ name }) => name)
                .join(", ") || "free"
            }`,
        ),
        "",
      ),
      fold_of(
        "caps",
        "Frequency caps",
        caps.map(
          ({ name, runs, runs_max, window_hours }) => `${name}: ${runs} of ${runs_max} in ${window_hours} hours`,
        ),
        "No frequency cap applies to live content.",
      ),
      fold_of(
        "hidden",
        `Hidden by this person (${hidden.length})`,
        hidden.map((each) => {
          const text = `${each.name}, ${each.reason}, until ${each.expires_at}`;
          const line = element(document, "div", "line", text);
          if (each.reason !== "admin") line.append(button(`Undo: ${each.name}`, () => hands.undo(each)));
          return line;
        }),
        "Nothing hidden",
      ),
      fold_of(
        "answers",
        "Server decisions",
        answers.map(({ at_ms, config_version, admitted, refused }) => {
          const not = refused.length === 0 ? "" : `; not shown: ${refused.join(", ")}`;
          return `${formatTime(at_ms)} version ${config_version}: ${admitted} sent to this page${not}`;
        }),
        "No decisions yet",
      ),
      fold_of(
        "events",
        `Events on this page (${events.length})`,
        events.map(({ at_ms, name, props }) => `${formatTime(at_ms)} ${name} ${props}`),
        "No events since the panel was opened",
      ),
    );
  };

  return {
    async render(next) {
      const place = state ? undefined : next.place;
      state = next;
      raise();
      unlessPressed(fill);
      if (!offered && call(document, "querySelector", "[data-intro],[data-hint]")) {
        offered = true;
        (await import("./intro-page.ts")).offerIntroPage(document, search);
      }
      if (place) await (await import("./linked-place.ts")).showLinkedPlace(document, place, picked, pointing);
    },
    refuse(reason) {
      state = undefined;
      about.textContent = reason;
      scroll.hidden = true;
      root.announce(reason);
    },
    close,
  };
}

function focusKey(place: Element | null | undefined): string {
  return place?.getAttribute("data-key") ?? "";
}

function focusables(place: Element | null): readonly Element[] {
  return place === null ? [] : [...place.querySelectorAll("summary,button,a")];
}

function formatTime(at_ms: number): string {
  return new Date(at_ms).toLocaleTimeString();
}
