import { partsIn } from "@fanfare/contract/content/parts";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Rng } from "@fanfare/contract/lib/rng";
import type { Target } from "@fanfare/contract/target/target";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { type CardStage, type CardStageDeps, createCardStage } from "./card-stage.ts";
import type { DraftStore } from "./draft.ts";
import { type Edit, insertStep, newStep, partOf, setBlocks, setTarget, setTitle, stepOf, targetOf } from "./edits.ts";
import { type FocusLoser, keepFocus, watchFocus } from "./keep-focus.ts";
import { buildHead, type PanelHead } from "./panel-head.ts";
import { buildPartForm } from "./part-form.ts";
import { createPickMode, nameOf, type Picked, type PickMode } from "./pick-mode.ts";
import { placePanel } from "./place-panel.ts";
import { buildSaveNotice } from "./save-notice.ts";
import type { BuilderSession } from "./session.ts";
import { buildStepList } from "./step-list.ts";
import { buildTargetSection } from "./target-section.ts";

export interface BuilderPanel {
  /** Shows the current draft. The form is rebuilt only if something other than itself changed the draft. */
  render(): void;
  recording(): boolean;
  close(): void;
}

export interface PanelDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly rng: Rng;
  readonly session: BuilderSession;
  readonly draft: DraftStore;
  /** For showing the draft on the page. */
  readonly stage: Omit<CardStageDeps, "page" | "rng" | "name" | "themes" | "onShown">;
  /** The person identified by the page. */
  readonly person: () => string | undefined;
  readonly leave: () => void;
}

/** The builder's panel: the parts of the content, the fields of the selected one, and picking its target on the page. */
export function openPanel(deps: PanelDeps): BuilderPanel {
  return new Panel(deps);
}

class Panel implements BuilderPanel {
  readonly #deps: PanelDeps;
  readonly #panel: HTMLElement;
  readonly #head: PanelHead;
  readonly #scroll: HTMLElement;
  /** Above the steps: why changes aren't saved, and what became of publishing. */
  readonly #notice: HTMLElement;
  readonly #notes: HTMLElement;
  readonly #steps: HTMLElement;
  readonly #form: HTMLElement;
  readonly #more: HTMLAnchorElement;
  readonly #publishing: HTMLButtonElement;
  readonly #picking: PickMode;
  readonly #cards: CardStage;
  readonly #stopDragging: () => void;
  readonly #focusLostTo: FocusLoser;
  /** The last pick of each part, with the results of its trials. */
  readonly #picks = new Map<string, Picked>();
  #selected: string;
  /** The draft that the form shows. */
  #shown;
  #hides_card = false;
  #is_recording = false;
  #stopRecording = (): void => {};
  #pick_button: HTMLElement | undefined;

  constructor(deps: PanelDeps) {
    const { page, root, rng, session, draft, stage } = deps;
    const { document } = page;
    const { app, member, step_id, themes } = session.opened;
    this.#deps = deps;
    this.#selected = step_id ?? partsIn(draft.edition().body)[0]?.id ?? "";
    this.#shown = draft.edition();
    this.#notice = element(document, "div", "");
    this.#notes = element(document, "div", "");
    this.#steps = element(document, "section", "");
    this.#form = element(document, "section", "");
    this.#scroll = element(document, "div", "scroll", this.#notice, this.#notes, this.#steps, this.#form);
    this.#more = element(document, "a", "link", "Open in console");
    this.#more.target = "_blank";
    this.#more.rel = "noopener";
    this.#publishing = button(document, "primary", "Publish", () => this.#publish());
    this.#panel = element(document, "div", "panel");
    this.#head = buildHead({
      ...{ document, panel: this.#panel, owner: `${member.name} in ${app.name}` },
      undo: () => draft.undo() && this.#rebuild(),
      redo: () => draft.redo() && this.#rebuild(),
    });
    this.#panel.append(this.#head.element, this.#scroll, this.#buildFoot());
    this.#panel.role = "region";
    this.#panel.tabIndex = -1;
    this.#panel.setAttribute("aria-labelledby", this.#head.heading.id);
    this.#stopDragging = placePanel(page, this.#panel, this.#head.element);
    root.view.append(this.#panel);
    this.#picking = createPickMode(page, root, this.#panel);
    this.#focusLostTo = watchFocus(root);
    const onShown = (host?: Element): void => this.#keepUsable(host);
    this.#cards = createCardStage({ ...stage, page, rng, themes, name: () => draft.server().name, onShown });
    this.#rebuild();
    if (session.was_recording) void this.#record();
  }

  recording(): boolean {
    return this.#is_recording;
  }

  render(): void {
    keepFocus(this.#deps.root, this.#panel, () => {
      if (sameValue(this.#deps.draft.edition(), this.#shown)) this.#showState();
      else this.#replaceForm();
    });
  }

  close(): void {
    this.#is_recording = false;
    this.#stopRecording();
    this.#picking.stop();
    this.#cards.clear();
    this.#stopDragging();
    this.#panel.remove();
  }

  #buildFoot(): HTMLElement {
    const { document } = this.#deps.page;
    const hide = button(document, "", "Hide card", () => {
      this.#hides_card = !this.#hides_card;
      hide.textContent = this.#hides_card ? "Show card" : "Hide card";
      this.#showCard();
    });
    const play = button(document, "", "Play", () => this.#play(play));
    const leave = button(document, "", "Leave", this.#deps.leave);
    return element(document, "div", "foot", this.#publishing, play, hide, this.#more, leave);
  }

  /** Loads a part of the builder, which the member may have closed meanwhile. */
  #load<Part>(part: Promise<Part>, use: (part: Part) => void): void {
    const { root } = this.#deps;
    part.then(
      (loaded) => {
        if (root.host.isConnected) use(loaded);
      },
      () => root.announce(NOT_LOADED, true),
    );
  }

  #play(play: HTMLElement): void {
    const { page, root, session, draft, person } = this.#deps;
    const stopped = (): void => {
      this.#panel.hidden = false;
      this.#rebuild();
      play.focus();
    };
    this.#load(import("./play-bar.ts"), ({ openPlayBar }) => {
      this.#panel.hidden = true;
      openPlayBar({ document: page.document, root, session, draft, cards: this.#cards, person, stopped }, null);
    });
  }

  #publish(): void {
    const { page, root, rng, session, draft, stage } = this.#deps;
    const published = (first: boolean): void => {
      this.#showState();
      if (first) void stage.loadConfetti().then((celebrate) => celebrate({ ...page, rng, preset: "fireworks" }));
    };
    const show = (...lines: readonly HTMLElement[]): void => {
      this.#notes.replaceChildren(...lines);
      this.#scroll.scrollTop = 0;
    };
    const { document } = page;
    this.#load(import("./publish-box.ts"), ({ publish }) => {
      void publish({ document, session, draft, announce: root.announce, show, published });
    });
  }

  async #record(): Promise<void> {
    const { page, root, rng, draft } = this.#deps;
    this.#cards.clear();
    this.#panel.hidden = true;
    this.#is_recording = true;
    const stopped = (): void => {
      this.#is_recording = false;
      this.#panel.hidden = false;
      this.#rebuild();
      this.#head.heading.scrollIntoView();
    };
    const part = await import("./record-bar.ts").catch(() => undefined);
    // The builder may be closed by now.
    if (!this.#is_recording) return;
    if (part === undefined) {
      stopped();
      root.announce(NOT_LOADED, true);
      return;
    }
    this.#stopRecording = part.openRecordBar({
      ...{ document: page.document, root, stopped },
      newId: () => newPartId(rng),
      edition: () => draft.edition(),
      change(edit) {
        draft.change("", edit);
        // The act may load another page.
        void draft.flush();
      },
    });
  }

  /** A card takes the focus and covers the panel. `host`: of a card that must leave the focus where it was. */
  #keepUsable(host: Element | undefined): void {
    const { page, root } = this.#deps;
    const active = root.shadow.activeElement;
    const held = host === undefined ? active : (active ?? this.#focusLostTo(host));
    root.host.hidePopover();
    root.host.showPopover();
    if (held instanceof page.window.HTMLElement) held.focus({ preventScroll: true });
  }

  #showCard(): void {
    const { draft } = this.#deps;
    if (this.#hides_card || this.#panel.hidden) {
      this.#cards.clear();
      return;
    }
    this.#cards.write(draft.edition(), this.#selected, ({ title, blocks }) => {
      const id = this.#selected;
      draft.change(`card ${id}`, (edition) => setBlocks(id, blocks)(setTitle(id, title)(edition)));
      this.#rebuild();
    });
  }

  #select(id: string): void {
    this.#selected = id;
    this.#rebuild();
    this.#form.scrollIntoView({ block: "nearest" });
  }

  #pick(start: PickMode["start"], done: (picked: Picked | null) => void): void {
    this.#cards.clear();
    start(done);
  }

  #takeTarget(picked: Picked | null): void {
    const { root, draft } = this.#deps;
    if (picked !== null) {
      this.#picks.set(this.#selected, picked);
      draft.change(`target ${this.#selected}`, setTarget(this.#selected, targetIn(picked)));
      root.announce(`Target: ${nameOf(picked.element)}`);
    }
    this.#rebuild();
    this.#pick_button?.focus();
  }

  #addStep(picked: Picked | null): void {
    const { rng, draft } = this.#deps;
    if (picked === null) {
      this.#rebuild();
      return;
    }
    const id = newPartId(rng);
    const index = partsIn(draft.edition().body).findIndex((part) => part.id === this.#selected) + 1;
    draft.change("", insertStep(newStep(id, titleFor(picked.element), targetIn(picked)), index));
    this.#picks.set(id, picked);
    this.#select(id);
    const title = this.#form.querySelector("input");
    title?.focus();
    title?.select();
  }

  #showSteps(): void {
    const { page, draft } = this.#deps;
    const { document } = page;
    const edition = draft.edition();
    const list = buildStepList({
      ...{ document, edition, selected: this.#selected },
      select: (id) => this.#select(id),
      edit: (change) => draft.change("", change),
      moved: (by) => {
        this.#rebuild();
        this.#steps.querySelector<HTMLElement>(by < 0 ? "[data-up]" : "[data-down]")?.focus();
      },
    });
    const add = button(document, "", "Add step by picking an element", () =>
      this.#pick(this.#picking.start, (picked) => this.#addStep(picked)),
    );
    const record = button(document, "", "Record steps", () => void this.#record());
    this.#steps.replaceChildren(list, ...(edition.body.type === "tour" ? [add, record] : []));
  }

  #buildTarget(): HTMLElement {
    const { page, draft } = this.#deps;
    const { start, startSoon, point } = this.#picking;
    const part_id = this.#selected;
    const take = (picked: Picked | null): void => this.#takeTarget(picked);
    const section = buildTargetSection({
      ...{ document: page.document, part_id, point },
      target: targetOf(draft.edition(), part_id),
      picked: this.#picks.get(part_id),
      pick: () => this.#pick(start, take),
      pickSoon: () => this.#pick(startSoon, take),
    });
    this.#pick_button = section.pick_button;
    return section.element;
  }

  #rebuild(): void {
    keepFocus(this.#deps.root, this.#panel, () => this.#replaceForm());
  }

  #replaceForm(): void {
    const { page, draft, session } = this.#deps;
    const edition = draft.edition();
    if (partOf(edition, this.#selected) === undefined) this.#selected = partsIn(edition.body)[0]?.id ?? "";
    this.#picking.point(null);
    this.#showSteps();
    const part = partOf(edition, this.#selected);
    const step = stepOf(edition, this.#selected);
    const has_target = edition.body.type === "hint" || step !== undefined;
    const change = (key: string, edit: Edit): void => {
      draft.change(key, edit);
      this.#shown = draft.edition();
      this.#showSteps();
      this.#showCard();
    };
    this.#form.replaceChildren(
      ...(part === undefined ? [] : [buildPartForm(page.document, part, step, change)]),
      ...(has_target ? [this.#buildTarget()] : []),
    );
    this.#more.href = `${session.opened.edit_url}?step=${encodeURIComponent(this.#selected)}`;
    this.#shown = edition;
    this.#showState();
    this.#showCard();
  }

  #showState(): void {
    const { page, draft } = this.#deps;
    const save = draft.save();
    const { status, edited, name } = draft.server();
    const is_live = status === "live" || status === "changed" || status === "scheduled";
    const changed = edited || save.kind !== "saved";
    this.#publishing.textContent = !is_live ? "Publish" : changed ? "Publish changes" : "Published";
    this.#publishing.disabled = is_live && !changed;
    this.#head.heading.textContent = name;
    this.#head.showState(save);
    const keep = (whose: "mine" | "theirs"): void => {
      draft.keep(whose);
      this.#rebuild();
    };
    this.#notice.replaceChildren(...buildSaveNotice(page.document, save, keep));
  }
}

const NOT_LOADED = "Couldn't load this part of the builder. Check your connection, then try again.";
const PART_ID_BYTES = 16;

/** The server accepts any ID. Its own generator would add a file to what every page loads. */
function newPartId(rng: Rng): string {
  const digits = [...rng.bytes(PART_ID_BYTES)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `stp_${digits.join("")}`;
}

function targetIn({ target: { strategies, scope } }: Picked): Target {
  return scope === undefined ? { strategies } : { strategies, scope };
}

/** First title of a step about an element, for the author to change. */
function titleFor(target: Element): string {
  const name = nameOf(target);
  return /“(.*)”$/.exec(name)?.[1] ?? "New step";
}
