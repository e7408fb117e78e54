import { LANES } from "@fanfare/contract/lanes";
import { element } from "../ui/element.ts";
import { HOST_NAME } from "../ui/modal.ts";
import { openRoot } from "../ui/root.ts";
import type { Page } from "../ui/types.ts";
import { contentLine, type Pointing, type TakeLink } from "./content-line.ts";
import type { Picker } from "./pick.ts";
import type { PanelState } from "./state.ts";
import { DEBUG_STYLE } from "./style.ts";

/** More contents than this are found by the field above them. */
const CONTENTS_SHOWN_MAX = 100;

export interface DebugView {
  /** The first time it leads to the place that the link is about. */
  render(state: PanelState): Promise<void>;
  /** Nothing can be shown, and why. */
  refuse(reason: string): void;
  close(): void;
}

/** Opens the panel beside the page. It takes no focus: it is a landmark that is found by its name. */
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

  const button = (text: string, press: () => void): HTMLButtonElement => {
    const made = element(document, "button", "", text);
    made.type = "button";
    made.addEventListener("click", press);
    return made;
  };
  const heading = element(document, "h2", "", "Fanfare debug");
  heading.id = "title";
  const about = element(document, "p", "", "Asking …");
  const fold = button("Fold", () => {
    const folded = panel.classList.toggle("folded");
    fold.ariaExpanded = String(!folded);
    fold.textContent = folded ? "Unfold" : "Fold";
  });
  fold.ariaExpanded = "true";
  const close = (): void => {
    void picker?.then(({ stop }) => stop());
    root.remove();
    hands.closed();
  };
  const head = element(document, "div", "head", heading, button("Refresh", hands.refresh), fold);
  const picking = button("Pick an element", () => pickOne());
  picking.ariaPressed = "false";
  head.append(picking, button("Close", close), about);
  const search = element(document, "input", "");
  search.type = "search";
  search.placeholder = "Find a content";
  search.ariaLabel = "Find a content";
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
  root.mount(null);
  root.announce("The Fanfare debug panel is at the end of this page.");

  const pointing: Pointing = {
    point(target) {
      frame.hidden = target === null;
      if (target === null) return;
      const { left, top, width, height } = target.getBoundingClientRect();
      for (const [name, px] of Object.entries({ left, top, width, height })) frame.style.setProperty(name, `${px}px`);
    },
    reveal(target) {
      target.scrollIntoView({ block: "center" });
      pointing.point(target);
    },
    pick: (take) => pickOne(take),
  };

  let picker: Promise<Picker> | undefined;
  const pickOne = (take?: TakeLink): void => {
    picker ??= import("./pick.ts").then(({ openPicker }) => openPicker(document, picking, picked, pointing, root));
    picker.then(
      ({ toggle }) => toggle(take),
      () => {
        // The next press tries again.
        picker = undefined;
      },
    );
  };

  /** What was open stays open, and the focus where it was, though every line is made anew. */
  const replace = (place: HTMLElement, ...parts: readonly HTMLElement[]): void => {
    const open = new Set([...place.querySelectorAll("details[open]")].map(keyOf));
    const held = root.shadow.activeElement;
    const inside = held !== null && place.contains(held) ? held : null;
    const key = keyOf(inside?.closest("[data-key]"));
    const at = inside === null ? -1 : focusables(inside.closest("[data-key]")).indexOf(inside);
    place.replaceChildren(...parts);
    for (const each of place.querySelectorAll("details")) each.open = open.has(keyOf(each));
    if (inside === null) return;
    const same = [...place.querySelectorAll("[data-key]")].find((each) => keyOf(each) === key);
    const next = focusables(same ?? null)[at] ?? search;
    if ("focus" in next && typeof next.focus === "function") next.focus({ preventScroll: true });
  };

  const seen = new WeakSet<Element>([root.host]);
  /** Above what was shown meanwhile, which may cover the page: what explains it must be reached. */
  const raise = (): void => {
    root.mount(null);
    const others = [...document.querySelectorAll(HOST_NAME)].filter((each) => !seen.has(each));
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
    const { person, expires_at, lanes, caps, hidden, answers, events, connection } = state;
    about.textContent = `${person}. Live connection: ${connection}. Until ${timeOf(Date.parse(expires_at))}.`;
    const wanted = search.value.trim().toLowerCase();
    const found = state.contents.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(wanted));
    const first = found.slice(0, CONTENTS_SHOWN_MAX).map((each) => contentLine(document, each, pointing));
    const count = `${found.length} live contents${first.length < found.length ? `, the first ${first.length}` : ""}`;
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
        "Caps",
        caps.map(
          ({ name, runs, runs_max, window_hours }) => `${name}: ${runs} of ${runs_max} in ${window_hours} hours`,
        ),
        "No cap group covers what is live.",
      ),
      fold_of(
        "hidden",
        `Hidden by this person (${hidden.length})`,
        hidden.map((each) => {
          const words = `${each.name}, ${each.reason}, until ${each.expires_at}`;
          const line = element(document, "div", "line", words);
          if (each.reason !== "admin") line.append(button(`Undo: ${each.name}`, () => hands.undo(each)));
          return line;
        }),
        "Nothing.",
      ),
      fold_of(
        "answers",
        "Decisions of the server",
        answers.map(({ at_ms, config_version, admitted, refused }) => {
          const not = refused.length === 0 ? "" : `; not now: ${refused.join(", ")}`;
          return `${timeOf(at_ms)} version ${config_version}: ${admitted} sent to this page${not}`;
        }),
        "None yet.",
      ),
      fold_of(
        "events",
        `Events of this page (${events.length})`,
        events.map(({ at_ms, name, props }) => `${timeOf(at_ms)} ${name} ${props}`),
        "None since the panel was opened.",
      ),
    );
  };

  return {
    async render(next) {
      const place = state ? undefined : next.place;
      state = next;
      raise();
      fill();
      if (place) await (await import("./lead.ts")).lead(document, place, picked, pointing);
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

function keyOf(place: Element | null | undefined): string {
  return place?.getAttribute("data-key") ?? "";
}

function focusables(place: Element | null): readonly Element[] {
  return place === null ? [] : [...place.querySelectorAll("summary,button,a")];
}

function timeOf(at_ms: number): string {
  return new Date(at_ms).toLocaleTimeString();
}
