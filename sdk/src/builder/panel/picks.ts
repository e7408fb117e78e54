import { partsIn } from "@fanfare/contract/content/parts";
import type { Rng } from "@fanfare/contract/lib/rng";
import { parentElement } from "../../debug/nearby.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { locate } from "../../ui/target/locate.ts";
import { findByReading } from "../../ui/target/reading-strategies.ts";
import type { Page } from "../../ui/types.ts";
import type { DraftStore } from "../draft.ts";
import { insertStep, isChosen, newStep, setTarget, targetIn, targetOf } from "../edits.ts";
import { inContentLanguage, t } from "../language/t.ts";
import { nameOf } from "../pick/element-name.ts";
import type { Highlight } from "../pick/highlight.ts";
import type { Picked, PickMode } from "../pick/pick-mode.ts";
import { loadPart } from "./load-part.ts";
import { buildTargetSection } from "./target-section.ts";

interface PicksDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly rng: Rng;
  readonly draft: DraftStore;
  readonly panel: HTMLElement;
  readonly point: Highlight;
  readonly selected: () => string;
  /** Called before the page is picked from. */
  readonly beforePick: () => void;
  /** Picking begins or ends. */
  readonly changed: () => void;
  readonly rebuild: () => void;
  readonly added: (step_id: string) => void;
}

/** Targets of the content's parts, as picked on the page. */
export interface Picks {
  buildTarget(part_id: string): HTMLElement;
  /** The target that was built last, if it's on this page. */
  found(): Element | null;
  /** Moves the focus to the button that picks the target that was built last. */
  focus(): void;
  /** Picks the target of the selected part. */
  pick(): void;
  /** Adds a step about the element that is picked, after the selected one. */
  addStep(): void;
  /** Picks an element that isn't a target of the content. */
  pickFor(done: (picked: Picked) => void): void;
  /** Whether an element is being picked. */
  picking(): boolean;
  stop(): void;
}

export function createPicks(deps: PicksDeps): Picks {
  return new TargetPicks(deps);
}

type Done = (picked: Picked | null) => void;

const loadPicking = () => import("../pick/pick-mode.ts");

class TargetPicks implements Picks {
  readonly #deps: PicksDeps;
  /** The last pick of each part, with the results of its trials. */
  readonly #last = new Map<string, Picked>();
  #mode: PickMode | undefined;
  #is_picking = false;
  /** Identifies what was begun last, because the code that picks may load late. */
  #turn = 0;
  #pick_button: HTMLElement | undefined;
  #found: Element | null = null;
  /** The elements that were left for their parents, innermost first. */
  #inner: readonly Element[] = [];
  /** Why the last step to a nearby element wasn't taken. */
  #refused: string | undefined;

  constructor(deps: PicksDeps) {
    this.#deps = deps;
    // Loaded ahead, so that the page doesn't receive a press that was meant to pick. A failure shows on first use.
    loadPicking().catch(() => {});
  }

  buildTarget(part_id: string): HTMLElement {
    const { page, point, draft } = this.#deps;
    const left = this.#inner.at(-1);
    const { document } = page;
    const set = targetOf(draft.edition(), part_id);
    const target = set && isChosen(set) ? set : undefined;
    this.#found = target ? locate(document, target, findByReading).element : null;
    const section = buildTargetSection({
      ...{ document, point, target, found: this.#found, refused: this.#refused },
      ...(set && { none: t("No element yet. Pick one before you publish.") }),
      picked: this.#last.get(part_id),
      inner: (found) => (left && parentElement(left) === found ? left : undefined),
      pick: () => this.pick(),
      pickSoon: () => void this.#begin("startSoon", this.#take),
      take: (nearby, found) => void this.#takeNearby(nearby, found),
    });
    this.#refused = undefined;
    this.#pick_button = section.pick_button;
    return section.element;
  }

  found(): Element | null {
    return this.#found;
  }

  focus(): void {
    this.#pick_button?.focus();
  }

  pick(): void {
    // Some content points at nothing.
    if (this.#pick_button?.isConnected) void this.#begin("start", this.#take);
  }

  addStep(): void {
    this.pickFor((picked) => this.#add(picked));
  }

  pickFor(done: (picked: Picked) => void): void {
    void this.#begin("start", (picked) => (picked === null ? this.#deps.rebuild() : done(picked)));
  }

  picking(): boolean {
    return this.#is_picking;
  }

  stop(): void {
    this.#turn++;
    this.#mode?.stop();
    this.#is_picking = false;
  }

  async #begin(how: "start" | "startSoon", done: Done): Promise<void> {
    const { page, root, panel, point, beforePick, changed } = this.#deps;
    const own = ++this.#turn;
    this.#is_picking = true;
    const part = await loadPart(root, loadPicking());
    if (own !== this.#turn) return;
    if (!part) {
      this.#is_picking = false;
      return;
    }
    this.#mode ??= part.createPickMode(page, root, panel, point);
    beforePick();
    this.#inner = [];
    this.#mode[how]((picked) => {
      this.#is_picking = false;
      done(picked);
      changed();
    });
    changed();
  }

  #set(picked: Picked): void {
    const { root, draft, selected } = this.#deps;
    this.#last.set(selected(), picked);
    draft.change("", setTarget(selected(), targetIn(picked)));
    root.announce(t("Target: {name}", { name: nameOf(picked.element) }));
  }

  readonly #take = (picked: Picked | null): void => {
    if (picked !== null) this.#set(picked);
    this.#deps.rebuild();
    this.focus();
  };

  async #takeNearby(nearby: Element, found: Element): Promise<void> {
    const { page, root, point, selected, rebuild } = this.#deps;
    const part_id = selected();
    const part = await loadPart(root, loadPicking());
    const picked = await part?.locate(page, nearby);
    if (part === undefined || part_id !== selected()) return;
    if (!picked) {
      this.#refused = part.NO_LOCATOR;
      root.announce(part.NO_LOCATOR, true);
      rebuild();
      return;
    }
    const inner = this.#inner;
    if (nearby === parentElement(found)) this.#inner = [...inner, found];
    else this.#inner = nearby === inner.at(-1) ? inner.slice(0, -1) : [];
    this.#set(picked);
    rebuild();
    point(nearby, nameOf(nearby));
  }

  #add(picked: Picked): void {
    const { rng, draft, selected, added } = this.#deps;
    const id = newPartId(rng);
    const index = partsIn(draft.edition().body).findIndex((part) => part.id === selected()) + 1;
    draft.change(
      "",
      insertStep(newStep(id, titleFor(picked.element, draft.edition().locale), targetIn(picked)), index),
    );
    this.#last.set(id, picked);
    added(id);
  }
}

const PART_ID_BYTES = 16;

/** The server accepts any ID. Its own generator would add a file to what every page loads. */
export function newPartId(rng: Rng): string {
  const digits = [...rng.bytes(PART_ID_BYTES)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `stp_${digits.join("")}`;
}

/** First title of a step about an element, for the author to change. */
function titleFor(target: Element, locale: string | undefined): string {
  const name = nameOf(target);
  return /“(.*)”$/.exec(name)?.[1] ?? inContentLanguage(locale, () => t("New step"));
}
