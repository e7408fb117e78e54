import { partsIn } from "@fanfare/contract/content/parts";
import type { Step } from "@fanfare/contract/content/tour";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { BuilderCommand } from "@fanfare/contract/realtime/editors";
import { call, read } from "../../lib/native.ts";
import { holdWhilePressed, type UnlessPressed } from "../../ui/card/watch-card.ts";
import { button, element } from "../../ui/dom/element.ts";
import { type CardStage, createCardStage } from "../card-stage.ts";
import {
  changeStep,
  type Edit,
  isChosen,
  partOf,
  setBlocks,
  setTitle,
  stepOf,
  targetOf,
  tourStepsOf,
} from "../edits.ts";
import { t } from "../language/t.ts";
import { nameOf } from "../pick/element-name.ts";
import { createHighlight, type Highlight } from "../pick/highlight.ts";
import type { CardTexts } from "../text/write-in-card.ts";
import { NO_PART } from "../translate/body-texts.ts";
import { buildButtonList, LABEL_FIELD } from "./button-list.ts";
import { createHoldControl, type HoldControl } from "./hold-control.ts";
import { iconButton, nameControl, setIcon } from "./icon.ts";
import { type FocusLoser, keepCaret, keepFocus, watchFocus } from "./keep-focus.ts";
import { loadPart } from "./load-part.ts";
import { createFocusSwitch, FOCUS_KEY, listenForModeKeys } from "./mode-keys.ts";
import { buildOthers } from "./others-line.ts";
import { buildHead, type PanelHead } from "./panel-head.ts";
import { createPanelModes, type PanelDeps, type PanelModes } from "./panel-modes.ts";
import { createPanelTexts, type PanelTexts } from "./panel-texts.ts";
import { buildPartForm } from "./part-form.ts";
import { createPicks, type Picks } from "./picks.ts";
import { type PanelPlace, placePanel } from "./place-panel.ts";
import { buildSaveNotice } from "./save-notice.ts";
import { createSeekNote } from "./seek-note.ts";

export interface BuilderPanel {
  /** Shows the current draft. The form is rebuilt only if something other than itself changed the draft. */
  render(): void;
  recording(): boolean;
  /** ID of the selected part. */
  selected(): string;
  /** Does what the member asks for in the console, on this device or another one. */
  command(command: BuilderCommand): void;
  /** Moves the panel off the tools of a text in the card, and back when they're hidden. */
  uncover(bar: HTMLElement | undefined): void;
  close(): void;
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
  /** Who else edits the content. */
  readonly #others: HTMLElement;
  readonly #notes: HTMLElement;
  readonly #steps: HTMLElement;
  readonly #form: HTMLElement;
  readonly #more: HTMLAnchorElement;
  readonly #publishing: HTMLButtonElement;
  readonly #point: Highlight;
  readonly #picks: Picks;
  readonly #texts: PanelTexts;
  readonly #modes: PanelModes;
  readonly #cards: CardStage;
  readonly #hold: HoldControl;
  readonly #showSeeking: (seeks: boolean) => void;
  readonly #place: PanelPlace;
  readonly #stopKeys: Cancel;
  readonly #over = new AbortController();
  readonly #unlessPressed: UnlessPressed;
  readonly #focusLostTo: FocusLoser;
  #selected: string;
  /** The draft that the form shows. */
  #shown;
  /** The form's text changes the draft. Building the form again would lose its caret. */
  #writes = false;
  #hides_card = false;
  /** What the panel was moved off last: a later change of the same step leaves it where it is. */
  #cleared: readonly unknown[] = [];
  /** How the panel makes room for the tools of a text in the card. */
  #off_bar: "moved" | "folded" | undefined;
  /** The card was moved by key, so its next handle receives the focus. */
  #placed_by_key = false;

  constructor(deps: PanelDeps) {
    const { page, root, rng, session, draft, stage } = deps;
    const { document } = page;
    const { app, member, step_id, themes } = session.opened;
    this.#deps = deps;
    this.#selected = session.last_place?.[0] ?? step_id ?? partsIn(draft.edition().body)[0]?.id ?? NO_PART;
    this.#shown = draft.edition();
    this.#notice = element(document, "div", "");
    this.#notes = element(document, "div", "");
    this.#others = element(document, "div", "others");
    this.#steps = element(document, "section", "");
    this.#form = element(document, "section", "");
    this.#texts = createPanelTexts({
      ...{ page, root, draft, form: this.#form, cards: () => this.#cards, selected: () => this.#selected },
      select: (id) => this.#select(id),
      rebuild: () => this.#rebuild(),
      moved: (by) => {
        this.#rebuild();
        this.#steps.querySelector<HTMLElement>(by < 0 ? "[data-up]" : "[data-down]")?.focus();
      },
    });
    const { bar } = this.#texts;
    this.#scroll = element(document, "div", "scroll", this.#notice, this.#notes, bar, this.#steps, this.#form);
    this.#more = setIcon(element(document, "a", "icon"), "console");
    nameControl(this.#more, t("Open in console"));
    this.#more.target = "_blank";
    this.#more.rel = "noopener";
    this.#publishing = button(document, "primary", t("Publish"), () => this.#modes.publish());
    this.#panel = element(document, "div", "panel");
    this.#head = buildHead({
      ...{ document, panel: this.#panel, owner: t("{name} in {app}", { name: member.name, app: app.name }) },
      history: {
        undo: () => draft.undo() && this.#rebuild(),
        redo: () => draft.redo() && this.#rebuild(),
      },
      switchSide: () => this.#place.switchSide(),
      leave: deps.leave,
    });
    this.#hold = createHoldControl(page, root);
    this.#panel.append(this.#head.element, this.#buildTools(), this.#others, this.#scroll, this.#buildFoot());
    this.#panel.role = "region";
    this.#panel.tabIndex = -1;
    this.#panel.setAttribute("aria-labelledby", this.#head.heading.id);
    this.#place = placePanel(page, this.#panel, this.#head.element);
    this.#stopKeys = this.#listenForKeys();
    this.#unlessPressed = holdWhilePressed(page, this.#panel, this.#over.signal);
    root.view.append(this.#panel);
    this.#showSeeking = createSeekNote(page, root, this.#panel);
    this.#point = createHighlight(document, root);
    this.#picks = this.#createPicks();
    this.#focusLostTo = watchFocus(root);
    this.#cards = createCardStage({
      ...{ ...stage, page, rng, themes, name: () => draft.server().name },
      onShown: (host) => this.#keepUsable(host),
      onMoved: () => this.#unlessPressed(this.#makeRoom),
      onCleared: () => this.#showSeeking(false),
    });
    this.#modes = this.#createModes();
    this.#rebuild();
    if (session.was_recording) void this.#modes.record();
  }

  recording(): boolean {
    return this.#modes.recording();
  }

  selected(): string {
    return this.#selected;
  }

  render(): void {
    this.#modes.update();
    if (this.#writes) this.#showState();
    else this.#unlessPressed(this.#showDraft);
  }

  command(command: BuilderCommand): void {
    const picking = this.#picks.picking();
    // While recording and playing, the page is the author's.
    if (this.#panel.hidden && !picking) return;
    if (picking) {
      this.#picks.stop();
      this.#rebuild();
    }
    if (command.kind === "cancel" || partOf(this.#deps.draft.edition(), command.step_id) === undefined) return;
    // Its fields are open in the console.
    this.#head.fold(true);
    this.#select(command.step_id);
    if (command.kind === "pick") this.#picks.pick();
    if (command.kind === "add") this.#picks.addStep();
    const found = command.kind === "show" && this.#picks.found();
    if (!found) return;
    call(found, "scrollIntoView", { block: "center" });
    this.#point(found, nameOf(found));
  }

  uncover(bar: HTMLElement | undefined): void {
    if (bar === undefined) {
      // The press that takes the focus from the text may be on the button that expands the panel.
      if (this.#off_bar !== undefined) this.#unlessPressed(this.#moveBack);
      return;
    }
    // A list in it may have closed.
    if (this.#off_bar === "folded") this.#head.fold(false);
    this.#off_bar = "moved";
    const card = this.#cards.box();
    if (this.#place.clear(bar, card)) return;
    // A narrow panel would cover the whole card instead.
    const is_narrow = this.#deps.page.window.innerWidth <= NARROW_PX;
    if (!is_narrow && this.#place.clear(bar)) return;
    this.#off_bar = "folded";
    this.#head.fold(true);
    this.#place.clear(bar, card);
  }

  readonly #moveBack = (): void => {
    if (this.#off_bar === "folded") this.#head.fold(false);
    this.#off_bar = undefined;
    this.#cleared = [];
    this.#uncover();
  };

  close(): void {
    this.#over.abort();
    this.#modes.stop();
    this.#picks.stop();
    this.#cards.clear();
    this.#hold.release();
    this.#stopKeys();
    this.#place.forget();
    this.#panel.remove();
  }

  #createPicks(): Picks {
    const { page, root, rng, draft } = this.#deps;
    return createPicks({
      ...{ page, root, rng, draft, panel: this.#panel, point: this.#point },
      selected: () => this.#selected,
      beforePick: () => this.#cards.clear(),
      changed: () => this.#showPlace(),
      rebuild: () => this.#rebuild(),
      added: (step_id) => {
        this.#select(step_id);
        const title = this.#form.querySelector("input");
        title?.focus();
        title?.select();
      },
    });
  }

  #createModes(): PanelModes {
    return createPanelModes(this.#deps, {
      ...{ panel: this.#panel, cards: this.#cards, heading: this.#head.heading },
      rebuild: () => this.#rebuild(),
      showState: () => this.#showState(),
      show: (...lines) => {
        this.#notes.replaceChildren(...lines);
        this.#notes.scrollIntoView({ block: "nearest" });
      },
      go: (id, to_target) => {
        this.#select(id);
        if (to_target) this.#picks.focus();
      },
    });
  }

  #buildFoot(): HTMLElement {
    const { document } = this.#deps.page;
    const hide = iconButton(document, "card", t("Hide card"), () => {
      this.#hides_card = !this.#hides_card;
      setIcon(hide, this.#hides_card ? "no_card" : "card");
      nameControl(hide, this.#hides_card ? t("Show card") : t("Hide card"));
      this.#showCard();
    });
    return element(document, "div", "foot", this.#publishing, hide, this.#more);
  }

  /** What the page is handed over to. */
  #buildTools(): HTMLElement {
    const { page, draft } = this.#deps;
    const { document } = page;
    const play = setIcon(
      button(document, "", t("Play"), () => this.#modes.play(play)),
      "play",
    );
    const record = button(document, "", t("Record"), () => void this.#modes.record());
    const track = button(document, "", t("Track event"), () =>
      this.#picks.pickFor((picked) => void this.#modes.track(picked)),
    );
    const is_tour = draft.edition().body.type === "tour";
    const tools = [play, ...(is_tour ? [setIcon(record, "record")] : []), setIcon(track, "track"), this.#hold.button];
    return element(document, "div", "tools", ...tools);
  }

  /** Works from anywhere on the page, so that neither the pointer nor the focus has to leave a menu. */
  #listenForKeys(): Cancel {
    const whileShown = (act: () => void) => () => {
      if (!this.#panel.hidden) act();
    };
    return listenForModeKeys(this.#deps.page.window, {
      Digit2: whileShown(() => this.#picks.pick()),
      Digit4: whileShown(() => {
        if (this.#deps.draft.edition().body.type === "tour") void this.#modes.record();
      }),
      Digit5: whileShown(() => void this.#modes.play(this.#panel)),
      Digit6: () => this.#hold.toggle(),
      [FOCUS_KEY]: createFocusSwitch(this.#deps.page, this.#deps.root),
    });
  }

  /** A card takes the focus and covers the panel. `host`: of a card that must leave the focus where it was. */
  #keepUsable(host: Element | undefined): void {
    const { page, root } = this.#deps;
    this.#showSeeking(false);
    const active = root.shadow.activeElement;
    const held = host === undefined ? active : (active ?? this.#focusLostTo(host));
    const is_away = root.host.parentNode !== read(page.document, "body");
    const raise = (): void =>
      keepCaret(page.window, root.shadow, () => {
        // Out of the card's dialog, or into one of the page.
        if (is_away) root.mount(null);
        root.host.hidePopover();
        root.host.showPopover();
        if (held instanceof page.window.HTMLElement) held.focus({ preventScroll: true });
      });
    if (is_away) this.#unlessPressed(raise);
    else raise();
    this.#unlessPressed(this.#letPlace);
  }

  readonly #makeRoom = (): void => {
    // Else the tools of its text decide.
    if (this.#off_bar === undefined) this.#uncover();
  };

  /** Lets the author move the card by drag and by arrow keys. */
  readonly #letPlace = async (): Promise<void> => {
    const { page, root, draft } = this.#deps;
    const box = this.#cards.box();
    if (this.#panel.hidden || !(box instanceof page.window.HTMLElement)) return;
    const part = await loadPart(root, import("../place/place-card.ts"));
    const step = stepOf(draft.edition(), this.#selected);
    // The card may be another one by now.
    if (part === undefined || step === undefined || box !== this.#cards.box()) return;
    const handle = part.addPlaceHandle({
      ...{ page, root, box, step, target: this.#picks.found() },
      changed: (move, by_key) => {
        this.#placed_by_key = by_key;
        this.#cleared = [];
        draft.change("", changeStep(step.id, move));
        this.#rebuild();
      },
    });
    if (this.#placed_by_key) handle?.focus();
    this.#placed_by_key = false;
  };

  /** Moves the panel off the card and the element of the selected step. */
  #uncover(): void {
    const card = this.#cards.box();
    const found = this.#picks.found();
    const { innerWidth, innerHeight } = this.#deps.page.window;
    const now = [this.#selected, found, card?.classList.contains("sheet"), innerWidth, innerHeight];
    if (this.#panel.hidden || now.every((each, index) => each === this.#cleared[index])) return;
    this.#cleared = now;
    this.#place.clear(card, found);
  }

  #showCard(): void {
    const { draft } = this.#deps;
    // A mode that hides the panel decides what is on the page.
    if (this.#panel.hidden) return;
    if (this.#hides_card) {
      this.#cards.clear();
      return;
    }
    if (this.#texts.write()) return;
    const changed = ({ title, blocks }: CardTexts): void => {
      const id = this.#selected;
      draft.change(`card ${id}`, (edition) => setBlocks(id, blocks)(setTitle(id, title)(edition)));
      this.#rebuild();
    };
    const pressed = (index: number): void => {
      const labels = this.#form.querySelectorAll<HTMLInputElement>(`[name="${LABEL_FIELD}"]`);
      const field = labels[index] ?? labels[0];
      field?.scrollIntoView({ block: "nearest" });
      field?.focus();
      field?.select();
    };
    this.#cards.write(draft.edition(), this.#selected, { changed, pressed });
  }

  #select(id: string): void {
    this.#selected = id;
    this.#rebuild();
    this.#form.scrollIntoView({ block: "nearest" });
  }

  #showSteps(): void {
    const { page, draft } = this.#deps;
    const { document } = page;
    const add = setIcon(
      button(document, "add", t("Add step by picking an element"), () => this.#picks.addStep()),
      "add",
    );
    const is_growing = draft.edition().body.type === "tour" && this.#texts.tag() === undefined;
    this.#steps.replaceChildren(this.#texts.buildList(), ...(is_growing ? [add] : []));
  }

  #buildButtons(step: Step, change: (key: string, edit: Edit) => void): HTMLElement {
    const { page, draft } = this.#deps;
    const rebuild = (): void => this.#rebuild();
    return buildButtonList({ document: page.document, step, steps: tourStepsOf(draft.edition()), change, rebuild });
  }

  readonly #showDraft = (): void => {
    keepFocus(this.#deps.root, this.#panel, () => {
      if (sameValue(this.#deps.draft.edition(), this.#shown)) this.#showState();
      else this.#replaceForm();
    });
  };

  #rebuild(): void {
    keepFocus(this.#deps.root, this.#panel, () => this.#replaceForm());
  }

  #replaceForm(): void {
    const { page, draft, session } = this.#deps;
    const edition = draft.edition();
    const is_gone = this.#selected !== NO_PART || !this.#texts.hasMore();
    if (is_gone && partOf(edition, this.#selected) === undefined)
      this.#selected = partsIn(edition.body)[0]?.id ?? NO_PART;
    this.#point(null);
    this.#showSteps();
    this.#texts.showBar();
    const is_source = this.#texts.tag() === undefined;
    const part = is_source ? partOf(edition, this.#selected) : undefined;
    const step = is_source ? stepOf(edition, this.#selected) : undefined;
    const has_target = edition.body.type === "hint" || stepOf(edition, this.#selected) !== undefined;
    const change = (key: string, edit: Edit): void => {
      this.#writes = key.startsWith("text ");
      draft.change(key, edit);
      this.#writes = false;
      this.#shown = draft.edition();
      this.#texts.showBar();
      this.#showSteps();
      this.#showCard();
    };
    const target = has_target ? [this.#picks.buildTarget(this.#selected)] : [];
    this.#form.replaceChildren(
      ...(part === undefined ? [] : [buildPartForm(page, part, step, change)]),
      ...(step === undefined ? [] : [this.#buildButtons(step, change)]),
      ...this.#texts.buildFields(change),
      ...(is_source ? target : []),
    );
    this.#more.href = `${session.opened.edit_url}?step=${encodeURIComponent(this.#selected)}`;
    this.#shown = edition;
    this.#showPlace();
    this.#showState();
    this.#showCard();
    if (this.#cards.opening()) {
      const sought = stepOf(edition, this.#selected) && targetOf(edition, this.#selected);
      this.#showSeeking(sought !== undefined && isChosen(sought) && this.#picks.found() === null);
      // The card that is about to appear decides. Otherwise the panel would move back, and off the card again.
    } else this.#uncover();
  }

  #showPlace(): void {
    this.#deps.at(this.#selected, this.#picks.picking());
  }

  #showState(): void {
    const { page, draft } = this.#deps;
    const save = draft.save();
    const { status, edited, name } = draft.server();
    const is_live = status === "live" || status === "changed" || status === "scheduled";
    const changed = edited || save.kind !== "saved";
    this.#publishing.textContent = !is_live ? t("Publish") : changed ? t("Publish changes") : t("Published");
    this.#publishing.disabled = is_live && !changed;
    this.#head.heading.textContent = name;
    this.#head.showState(save);
    const keep = (whose: "mine" | "theirs"): void => {
      draft.keep(whose);
      this.#rebuild();
    };
    this.#notice.replaceChildren(...buildSaveNotice(page.document, save, keep));
    this.#others.replaceChildren(...buildOthers(page.document, this.#deps.others(), draft.edition()));
  }
}

/** As in the panel's styles. */
const NARROW_PX = 520;
