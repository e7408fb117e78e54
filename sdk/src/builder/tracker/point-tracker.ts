import type { ElementKind } from "@fanfare/contract/events/tracker";
import type { TrackerBuilderResponse } from "@fanfare/contract/schema/client/builder";
import type { Target } from "@fanfare/contract/target/target";
import { buildTargetLine } from "../../debug/build-target-line.ts";
import { parentElement } from "../../debug/nearby.ts";
import { button, element } from "../../ui/dom/element.ts";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import { locate } from "../../ui/target/locate.ts";
import { findByReading } from "../../ui/target/reading-strategies.ts";
import type { Page } from "../../ui/types.ts";
import { targetIn } from "../edits.ts";
import { t, tProblem } from "../language/t.ts";
import { openLiveLink } from "../live/live-link.ts";
import { keepFocus } from "../panel/keep-focus.ts";
import { loadPart } from "../panel/load-part.ts";
import { createFocusSwitch, FOCUS_KEY, listenForModeKeys } from "../panel/mode-keys.ts";
import { buildHead, type PanelHead } from "../panel/panel-head.ts";
import { type PanelPlace, placePanel } from "../panel/place-panel.ts";
import { buildTargetSection } from "../panel/target-section.ts";
import { nameOf } from "../pick/element-name.ts";
import { createHighlight, type Highlight } from "../pick/highlight.ts";
import type { Picked, PickMode } from "../pick/pick-mode.ts";
import { type BuilderDeps, restContent } from "../rest-content.ts";
import { type BuilderSession, readStored, STORED, writeStored } from "../session.ts";
import { buildKindField, chosenKind, kindFor } from "./kind-field.ts";
import type { Trial } from "./try-event.ts";

type TrackerSession = BuilderSession<TrackerBuilderResponse>;

/** In `sessionStorage`: events that were tried on the tab's last page, which the tried element may have left. */
const STORED_TRIED = "fanfare_build_tried";
/** How often the matching elements are counted again. */
const COUNT_MS = 1_000;

const loadPicking = () => import("../pick/pick-mode.ts");

/** Lets a member choose the element of a tracker on their page, and try its event. Each choice is saved. */
export function pointTracker(
  deps: BuilderDeps,
  page: Page,
  root: UiRoot,
  session: TrackerSession,
  onClosed: () => void,
): void {
  new TrackerPanel(deps, page, root, session, onClosed).open();
}

class TrackerPanel {
  readonly #deps: BuilderDeps;
  readonly #page: Page;
  readonly #root: UiRoot;
  readonly #session: TrackerSession;
  readonly #panel: HTMLElement;
  readonly #head: PanelHead;
  readonly #notice: HTMLElement;
  readonly #place_of_target: HTMLElement;
  readonly #matches: HTMLElement;
  readonly #tries: HTMLElement;
  readonly #kind: HTMLSelectElement;
  readonly #done: HTMLButtonElement;
  readonly #point: Highlight;
  readonly #place: PanelPlace;
  readonly #stops: (() => void)[];
  #target: Target | null;
  #picked: Picked | undefined;
  #inner: readonly Element[] = [];
  #refused: string | undefined;
  #pick_button: HTMLElement | undefined;
  #mode: PickMode | undefined;
  #trial: Trial | undefined;
  #tried: number;
  /** Here, or on an earlier page of the tab. */
  #saved: boolean;
  /** Saves wait for each other: a slow one must not overwrite a later choice. */
  #saving: Promise<boolean> = Promise.resolve(true);
  #is_open = true;

  constructor(deps: BuilderDeps, page: Page, root: UiRoot, session: TrackerSession, onClosed: () => void) {
    const { document } = page;
    const { app, member, tracker } = session.opened;
    this.#deps = deps;
    this.#page = page;
    this.#root = root;
    this.#session = session;
    this.#target = tracker.target;
    this.#saved = session.opened.saved;
    this.#tried = Number(readStored(page.window, STORED_TRIED) ?? 0);
    this.#panel = element(document, "div", "panel");
    this.#panel.role = "region";
    this.#panel.tabIndex = -1;
    this.#head = buildHead({
      ...{ document, panel: this.#panel, owner: t("{name} in {app}", { name: member.name, app: app.name }) },
      switchSide: () => this.#place.switchSide(),
      leave: () => void this.#leave(),
    });
    this.#head.heading.textContent = tracker.name === "" ? t("New tracker") : tracker.name;
    this.#panel.setAttribute("aria-labelledby", this.#head.heading.id);
    this.#notice = element(document, "div", "");
    this.#kind = buildKindField(document, tracker.kind);
    this.#kind.addEventListener("change", () => this.#choose(this.#target));
    this.#place_of_target = element(document, "section", "");
    this.#matches = element(document, "p", "soft");
    this.#tries = element(document, "p", "");
    this.#tries.role = "status";
    this.#done = button(document, "primary", t("Done"), () => void this.#leave());
    this.#panel.append(this.#head.element, this.#buildBody(), element(document, "div", "foot", this.#done));
    this.#place = placePanel(page, this.#panel, this.#head.element);
    root.view.append(this.#panel);
    this.#point = createHighlight(document, root);
    this.#stops = [onClosed, this.#listenForKeys(), this.#followSession(), restContent(deps)];
    loadPicking().catch(() => {});
  }

  open(): void {
    this.#rebuild();
    this.#root.mount(null);
    this.#root.announce(t("The Fanfare builder is open."));
    this.#countLater();
    void this.#startTrial();
  }

  #buildBody(): HTMLElement {
    const { document } = this.#page;
    const when = element(document, "label", "", t("When"), this.#kind);
    const trial = element(
      document,
      "section",
      "",
      element(document, "h3", "", t("Try it")),
      this.#tries,
      element(
        document,
        "p",
        "soft",
        t("Use the element as people do. Tries aren't counted, and what you type is never read."),
      ),
    );
    return element(document, "div", "scroll", this.#notice, when, this.#place_of_target, this.#matches, trial);
  }

  #listenForKeys(): () => void {
    return listenForModeKeys(this.#page.window, {
      Digit2: () => {
        if (!this.#panel.hidden) void this.#pick("start");
      },
      [FOCUS_KEY]: createFocusSwitch(this.#page, this.#root),
    });
  }

  /** The console can end the session. */
  #followSession(): () => void {
    const { window, clock } = this.#page;
    const { rng, host, toJson } = this.#deps;
    const { opened, authorize } = this.#session;
    const refused = (detail: string): void => this.#showEnd(detail);
    const events = { event: () => {}, connected: () => {}, refused };
    return openLiveLink(
      {
        ...{ window: window as BuilderDeps["window"], clock, rng, host, toJson },
        app_key: opened.console_key,
        authorize,
      },
      events,
    ).close;
  }

  async #startTrial(): Promise<void> {
    const part = await loadPart(this.#root, import("./try-event.ts"));
    const trial = await part?.createTrial(this.#page, () => this.#count());
    if (trial === undefined) return;
    if (!this.#is_open) {
      trial.stop();
      return;
    }
    this.#trial = trial;
    this.#follow();
    this.#showTries();
  }

  #follow(): void {
    this.#trial?.follow(chosenKind(this.#kind), this.#target, this.#session.opened.tracker.visible_s);
  }

  #count(): void {
    if (this.#panel.hidden) return;
    this.#tried++;
    // The page may leave with this event.
    writeStored(this.#page.window, STORED_TRIED, String(this.#tried));
    this.#showTries();
  }

  #showTries(): void {
    this.#tries.textContent =
      this.#target === null
        ? t("Pick an element first.")
        : this.#trial === undefined
          ? t("Loading…")
          : this.#tried === 0
            ? t("No event yet")
            : t("Events: {n}", { n: this.#tried });
    this.#tries.className = this.#tried === 0 ? "" : "found";
  }

  async #pick(how: "start" | "startSoon"): Promise<void> {
    const part = await loadPart(this.#root, loadPicking());
    if (part === undefined || !this.#is_open) return;
    this.#mode ??= part.createPickMode(this.#page, this.#root, this.#panel, this.#point);
    this.#inner = [];
    this.#mode[how]((picked) => {
      if (picked !== null) this.#take(picked);
      this.#rebuild();
      this.#pick_button?.focus();
    });
  }

  #take(picked: Picked): void {
    if (this.#trial?.isSecret(picked.element) === true) {
      this.#refused = t("Password, one-time code, and payment fields can't be tracked. Pick another element.");
      this.#root.announce(this.#refused, true);
      return;
    }
    if (this.#target === null) this.#kind.value = this.#kindOf(picked.element);
    this.#picked = picked;
    this.#refused = undefined;
    this.#tried = 0;
    writeStored(this.#page.window, STORED_TRIED, undefined);
    this.#root.announce(t("Target: {name}", { name: nameOf(picked.element) }));
    this.#choose(targetIn(picked));
  }

  /** The form's kind, unless it's the one that every form starts with. */
  #kindOf(target: Element): ElementKind {
    const { kind } = this.#session.opened.tracker;
    return kind === "click" ? kindFor(target) : kind;
  }

  async #takeNearby(nearby: Element, found: Element): Promise<void> {
    const part = await loadPart(this.#root, loadPicking());
    const picked = await part?.locate(this.#page, nearby);
    if (part === undefined || !this.#is_open) return;
    if (picked) {
      const inner = this.#inner;
      if (nearby === parentElement(found)) this.#inner = [...inner, found];
      else this.#inner = nearby === inner.at(-1) ? inner.slice(0, -1) : [];
      this.#take(picked);
    } else {
      this.#refused = part.NO_LOCATOR;
      this.#root.announce(part.NO_LOCATOR, true);
    }
    this.#rebuild();
  }

  #choose(target: Target | null): void {
    this.#target = target;
    this.#follow();
    this.#showTries();
    if (target !== null) void this.#save(false);
  }

  #save(done: boolean): Promise<boolean> {
    const target = this.#target;
    if (target === null) return Promise.resolve(true);
    this.#saving = this.#saving.then(async () => {
      this.#head.showState({ kind: "saving" });
      const kind = chosenKind(this.#kind);
      const { visible_s } = this.#session.opened.tracker;
      const answer = await this.#session.point({ kind, visible_s, target, done });
      this.#head.showState({ kind: answer.ok ? "saved" : "failed" });
      if (answer.ok) {
        this.#saved = true;
        this.#notice.replaceChildren();
      } else this.#showFailure(tProblem(answer));
      return answer.ok;
    });
    return this.#saving;
  }

  #showFailure(detail: string): void {
    const { document } = this.#page;
    const retry = button(document, "", t("Try again"), () => void this.#save(false));
    const box = element(document, "div", "notice", element(document, "p", "error", detail), retry);
    box.role = "alert";
    this.#notice.replaceChildren(box);
  }

  #rebuild(): void {
    const { document } = this.#page;
    keepFocus(this.#root, this.#panel, () => {
      this.#point(null);
      const left = this.#inner.at(-1);
      const found = this.#target === null ? null : locate(document, this.#target, findByReading).element;
      const section = buildTargetSection({
        ...{ document, found, point: this.#point, picked: this.#picked, refused: this.#refused },
        target: this.#target ?? undefined,
        none: t("No element yet. Pick the one whose use counts."),
        pick: () => void this.#pick("start"),
        pickSoon: () => void this.#pick("startSoon"),
        take: (nearby, from) => void this.#takeNearby(nearby, from),
        inner: (from) => (left !== undefined && parentElement(left) === from ? left : undefined),
      });
      // Without an element, there is no place for the reason in the section.
      if (this.#target === null && this.#refused !== undefined)
        section.element.append(element(document, "p", "error", this.#refused));
      this.#pick_button = section.pick_button;
      this.#place_of_target.replaceChildren(...section.element.childNodes);
      this.#showTries();
      this.#showMatches();
    });
  }

  #showMatches(): void {
    if (this.#target === null) {
      this.#matches.textContent = "";
      return;
    }
    const { strategies } = buildTargetLine(this.#page.document, "", this.#target, findByReading);
    const used = strategies.find(({ element: found }) => found !== null) ?? strategies[0];
    const text = t("Elements that match now: {n}", { n: used?.visible ?? 0 });
    if (this.#matches.textContent !== text) this.#matches.textContent = text;
  }

  #countLater(): void {
    const stop = this.#page.clock.after(COUNT_MS, () => {
      this.#stops.splice(this.#stops.indexOf(stop), 1);
      this.#showMatches();
      this.#countLater();
    });
    this.#stops.push(stop);
  }

  async #leave(): Promise<void> {
    this.#done.disabled = true;
    const is_ready = !this.#saved || (await this.#save(true));
    this.#done.disabled = false;
    if (!is_ready) return;
    const was_saved = this.#saved;
    this.#close();
    if (!was_saved) await this.#session.end();
    this.#page.window.close();
    // Browsers keep a tab that has shown other pages.
    if (was_saved) this.#showEnd(t("Element saved. Continue in the tracker's form in the console."));
    else this.#root.remove();
  }

  #close(): void {
    this.#is_open = false;
    this.#mode?.stop();
    this.#trial?.stop();
    this.#place.forget();
    this.#point(null);
    this.#panel.remove();
    for (const name of [STORED, STORED_TRIED]) writeStored(this.#page.window, name, undefined);
    for (const stop of this.#stops) stop();
  }

  /** Replaces the panel with the reason why it closed. */
  #showEnd(text: string): void {
    if (this.#is_open) this.#close();
    const { document } = this.#page;
    const close = button(document, "", t("Close"), () => this.#root.remove());
    const bar = element(document, "div", "bar", element(document, "p", "", text), close);
    bar.role = "status";
    this.#root.view.append(bar);
    close.focus();
  }
}
