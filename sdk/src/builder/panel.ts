import { sameValue } from "@fanfare/contract/content/draft-merge";
import { partsIn } from "@fanfare/contract/content/parts";
import type { Rng } from "@fanfare/contract/lib/rng";
import { buildTargetLine } from "../debug/build-target-line.ts";
import { targetLine } from "../debug/content-line.ts";
import { scoreReasons } from "../debug/pick.ts";
import { call } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import { findByReading } from "../ui/target/reading-strategies.ts";
import type { Page } from "../ui/types.ts";
import { type CardStageDeps, createCardStage } from "./card-stage.ts";
import type { DraftStore, SaveState } from "./draft.ts";
import {
  type Edit,
  insertStep,
  movePart,
  newStep,
  partOf,
  removePart,
  setBlocks,
  setTarget,
  setTitle,
  stepOf,
  targetOf,
} from "./edits.ts";
import { keepFocus, watchFocus } from "./keep-focus.ts";
import { buildPartForm, iconButton } from "./part-form.ts";
import { createPickMode, nameOf, type Picked, type PickMode } from "./pick-mode.ts";
import { placePanel } from "./place-panel.ts";
import type { BuilderSession } from "./session.ts";

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
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: One panel whose parts share their elements. A split needs an object of twelve of them.
export function openPanel({ page, root, rng, session, draft, stage, person, leave }: PanelDeps): BuilderPanel {
  const { document } = page;
  const { app, member, edit_url, step_id } = session.opened;
  let selected = step_id ?? partsIn(draft.edition().body)[0]?.id ?? "";
  /** The draft that the form shows. */
  let shown = draft.edition();
  /** The last pick of each part, with the results of its trials. */
  const picks = new Map<string, Picked>();

  const heading = element(document, "h2", "");
  heading.id = "title";
  const state = element(document, "span", "state");
  const undo = iconButton(document, "↶", "Undo", () => step(draft.undo()));
  const redo = iconButton(document, "↷", "Redo", () => step(draft.redo()));
  const fold = iconButton(document, "–", "Collapse", () => {
    const folded = panel.classList.toggle("folded");
    fold.textContent = folded ? "+" : "–";
    fold.ariaLabel = folded ? "Expand" : "Collapse";
  });
  const side = iconButton(document, "⇆", "Move panel to other side", () => {
    panel.classList.remove("free");
    panel.style.translate = "";
    panel.classList.toggle("start");
  });
  const head = element(
    document,
    "div",
    "head",
    element(document, "div", "row", heading, side, fold),
    element(
      document,
      "div",
      "row",
      element(document, "span", "facts", state, element(document, "span", "soft", `${member.name} in ${app.name}`)),
      undo,
      redo,
    ),
  );
  const notice = element(document, "div", "");
  const notes = element(document, "div", "");
  const steps = element(document, "section", "");
  const form = element(document, "section", "");
  const scroll = element(document, "div", "scroll", notice, notes, steps, form);
  const more = element(document, "a", "link", "Open in console");
  more.target = "_blank";
  more.rel = "noopener";
  const hide = button(document, "", "Hide card", () => {
    hides_card = !hides_card;
    hide.textContent = hides_card ? "Show card" : "Hide card";
    showCard();
  });
  const play = button(document, "", "Play", () => {
    const stopped = (): void => {
      panel.hidden = false;
      rebuild();
      play.focus();
    };
    import("./play-bar.ts").then(
      ({ openPlayBar }) => {
        if (!root.host.isConnected) return;
        panel.hidden = true;
        openPlayBar({ document, root, session, draft, cards, person, stopped }, null);
      },
      () => root.announce(NOT_LOADED, true),
    );
  });
  const publishing = button(document, "primary", "Publish", () => {
    const celebrateFirst = (first: boolean): void => {
      renderState();
      if (first) void stage.loadConfetti().then((celebrate) => celebrate({ ...page, rng, preset: "fireworks" }));
    };
    const show = (...lines: readonly HTMLElement[]): void => {
      notes.replaceChildren(...lines);
      scroll.scrollTop = 0;
    };
    import("./publish-box.ts").then(
      ({ publish }) => publish({ document, session, draft, announce: root.announce, show, published: celebrateFirst }),
      () => root.announce(NOT_LOADED, true),
    );
  });
  const foot = element(document, "div", "foot", publishing, play, hide, more, button(document, "", "Leave", leave));
  const panel = element(document, "div", "panel", head, scroll, foot);
  panel.role = "region";
  panel.tabIndex = -1;
  panel.setAttribute("aria-labelledby", "title");
  const stopDragging = placePanel(page, panel, head);
  root.view.append(panel);
  const picking = createPickMode(page, root, panel);
  let hides_card = false;
  let is_recording = false;
  let stopRecording = (): void => {};
  const focusLostTo = watchFocus(root);
  /** A card takes the focus and covers the panel. `host`: of a card that must leave the focus where it was. */
  const keepUsable = (host?: Element): void => {
    const held = host === undefined ? root.shadow.activeElement : (root.shadow.activeElement ?? focusLostTo(host));
    root.host.hidePopover();
    root.host.showPopover();
    if (held instanceof page.window.HTMLElement) held.focus({ preventScroll: true });
  };
  const themes = session.opened.themes;
  const cards = createCardStage({ ...stage, page, rng, themes, name: () => draft.server().name, onShown: keepUsable });
  const showCard = (): void => {
    if (hides_card || panel.hidden) cards.clear();
    else
      cards.write(draft.edition(), selected, ({ title, blocks }) => {
        const id = selected;
        edit(`card ${id}`, (edition) => setBlocks(id, blocks)(setTitle(id, title)(edition)));
        rebuild();
      });
  };
  const startPicking = (start: PickMode["start"], done: (picked: Picked | null) => void): void => {
    cards.clear();
    start(done);
  };

  const edit = (key: string, change: Edit): void => draft.change(key, change);
  const step = (done: boolean): void => {
    if (done) rebuild();
  };
  const select = (id: string): void => {
    selected = id;
    rebuild();
    form.scrollIntoView({ block: "nearest" });
  };
  const take = (picked: Picked | null): void => {
    if (picked !== null) {
      picks.set(selected, picked);
      const { strategies, scope } = picked.target;
      edit(`target ${selected}`, setTarget(selected, scope === undefined ? { strategies } : { strategies, scope }));
      root.announce(`Target: ${nameOf(picked.element)}`);
    }
    rebuild();
    pick_button?.focus();
  };
  const addStep = (picked: Picked | null): void => {
    if (picked === null) {
      rebuild();
      return;
    }
    const id = newPartId(rng);
    const { strategies, scope } = picked.target;
    const target = scope === undefined ? { strategies } : { strategies, scope };
    const { body } = draft.edition();
    const index = partsIn(body).findIndex((part) => part.id === selected) + 1;
    edit("", insertStep(newStep(id, titleFor(picked.element), target), index));
    picks.set(id, picked);
    select(id);
    const title = form.querySelector("input");
    title?.focus();
    title?.select();
  };

  const startRecording = async (): Promise<void> => {
    cards.clear();
    panel.hidden = true;
    is_recording = true;
    const stopped = (): void => {
      is_recording = false;
      panel.hidden = false;
      rebuild();
      heading.scrollIntoView();
    };
    const part = await import("./record-bar.ts").catch(() => undefined);
    // The builder may be closed by now.
    if (!is_recording) return;
    if (part === undefined) {
      stopped();
      root.announce(NOT_LOADED, true);
      return;
    }
    const change = (change_given: Edit): void => {
      edit("", change_given);
      // The act may load another page.
      void draft.flush();
    };
    const newId = (): string => newPartId(rng);
    stopRecording = part.openRecordBar({ document, root, newId, edition: () => draft.edition(), change, stopped });
  };

  const renderSteps = (): void => {
    const { body } = draft.edition();
    const parts = partsIn(body);
    const items = parts.map((part, index) => {
      const number = element(document, "span", "number", String(index + 1));
      const pick = button(document, "step", "", () => select(part.id));
      pick.append(number, element(document, "span", "", part.title.trim() === "" ? "Untitled" : part.title));
      const current = part.id === selected;
      if (current) pick.setAttribute("aria-current", "true");
      const item = element(document, "li", "", pick);
      if (!current || body.type === "hint") return item;
      const move = (by: -1 | 1): void => {
        edit("", movePart(part.id, by));
        rebuild();
        steps.querySelector<HTMLElement>(by < 0 ? "[data-up]" : "[data-down]")?.focus();
      };
      const up = iconButton(document, "↑", "Move up", () => move(-1));
      const down = iconButton(document, "↓", "Move down", () => move(1));
      up.dataset["up"] = down.dataset["down"] = "";
      up.disabled = index === 0;
      down.disabled = index === parts.length - 1;
      const remove = iconButton(document, "✕", `Delete “${part.title}”`, () => {
        const neighbor = parts[index + 1] ?? parts[index - 1];
        edit("", removePart(part.id));
        select(neighbor?.id ?? "");
      });
      remove.disabled = parts.length === 1;
      item.append(up, down, remove);
      return item;
    });
    const list = element(document, "ol", "steps", ...items);
    list.ariaLabel = "Steps";
    const record = button(document, "", "Record steps", () => void startRecording());
    const add = button(document, "", "Add step by picking an element", () => startPicking(picking.start, addStep));
    steps.replaceChildren(list, ...(body.type === "tour" ? [add, record] : []));
  };

  let pick_button: HTMLElement | undefined;
  const renderTarget = (): HTMLElement => {
    const target = targetOf(draft.edition(), selected);
    const section = element(document, "section", "", element(document, "h3", "", "Target element"));
    const pick = button(document, "primary", target === undefined ? "Pick element" : "Pick another element", () =>
      startPicking(picking.start, take),
    );
    pick_button = pick;
    const soon = button(document, "", "Pick in 3 s", () => startPicking(picking.startSoon, take));
    soon.title = "Time to open a menu or hover an element first";
    if (target === undefined) {
      section.append(element(document, "p", "soft", "This step has no target. Its card is in the middle of the page."));
    } else {
      const line = buildTargetLine(document, selected, target, findByReading);
      const picked = picks.get(selected);
      const known = picked !== undefined && picked.target.strategies === target.strategies;
      const reasons = known ? scoreReasons(picked.target) : [];
      const strategies = line.strategies.map((each, index) => ({ ...each, reasons: reasons[index] }));
      const reveal = (found: Element): void => {
        call(found, "scrollIntoView", { block: "center" });
        picking.point(found, nameOf(found));
      };
      const pointing = { point: picking.point, reveal, pick: () => startPicking(picking.start, take) };
      const [, lines] = targetLine(document, { ...line, strategies }, pointing);
      const found = line.element;
      const status = found === null ? "Not found on this page" : `Found: ${nameOf(found)}`;
      section.append(element(document, "p", found === null ? "lost" : "found", status));
      if (found !== null) section.append(button(document, "", "Show on page", () => reveal(found)));
      if (lines !== undefined) {
        lines.className = "lines";
        const details = element(document, "details", "", element(document, "summary", "", "Locators and reliability"));
        details.append(lines);
        details.open = known;
        section.append(details);
      }
    }
    section.append(element(document, "div", "row", pick, soon));
    return section;
  };

  const rebuild = (): void => keepFocus(root, panel, replaceForm);
  const replaceForm = (): void => {
    const edition = draft.edition();
    if (partOf(edition, selected) === undefined) selected = partsIn(edition.body)[0]?.id ?? "";
    picking.point(null);
    renderSteps();
    const part = partOf(edition, selected);
    const of_step = stepOf(edition, selected);
    const has_target = edition.body.type === "hint" || of_step !== undefined;
    const change = (key: string, change_given: Edit): void => {
      edit(key, change_given);
      shown = draft.edition();
      renderSteps();
      showCard();
    };
    form.replaceChildren(
      ...(part === undefined ? [] : [buildPartForm(document, part, of_step, change)]),
      ...(has_target ? [renderTarget()] : []),
    );
    more.href = `${edit_url}?step=${encodeURIComponent(selected)}`;
    shown = edition;
    renderState();
    showCard();
  };

  const renderState = (): void => {
    const save = draft.save();
    heading.textContent = draft.server().name;
    const { status, edited } = draft.server();
    const is_live = status === "live" || status === "changed" || status === "scheduled";
    publishing.textContent = !is_live ? "Publish" : edited || save.kind !== "saved" ? "Publish changes" : "Published";
    publishing.disabled = is_live && !edited && save.kind === "saved";
    state.className = `state ${save.kind}`;
    state.textContent = SAVE_LABELS[save.kind];
    notice.replaceChildren(...noticeOf(save));
  };
  const noticeOf = (save: SaveState): readonly HTMLElement[] => {
    if (save.kind === "failed") {
      const retry = save.retries ? " Retrying automatically." : "";
      return [element(document, "p", "notice error", `Couldn't save changes. ${save.detail}${retry}`)];
    }
    if (save.kind !== "conflict") return [];
    const who = save.theirs.updated_by ?? "Someone else";
    const text = `${who} changed the same part. Choose which changes to keep.`;
    const keep = (whose: "mine" | "theirs") => (): void => {
      draft.keep(whose);
      rebuild();
    };
    const choices = [
      button(document, "", "Use their changes", keep("theirs")),
      button(document, "", "Use my changes", keep("mine")),
    ];
    const box = element(document, "div", "notice", element(document, "p", "", text));
    box.role = "alert";
    box.append(element(document, "div", "row", ...choices));
    return [box];
  };

  rebuild();
  if (session.was_recording) void startRecording();
  return {
    recording: () => is_recording,
    render() {
      keepFocus(root, panel, () => {
        if (sameValue(draft.edition(), shown)) renderState();
        else replaceForm();
      });
    },
    close() {
      is_recording = false;
      stopRecording();
      picking.stop();
      cards.clear();
      stopDragging();
      panel.remove();
    },
  };
}

const NOT_LOADED = "Couldn't load this part of the builder. Check your connection, then try again.";

const SAVE_LABELS: Readonly<Record<SaveState["kind"], string>> = {
  saved: "Saved",
  waiting: "Unsaved changes",
  saving: "Saving…",
  failed: "Not saved",
  conflict: "Not saved",
};

const PART_ID_BYTES = 16;

/** The server accepts any ID. Its own generator would add a file to what every page loads. */
function newPartId(rng: Rng): string {
  const digits = [...rng.bytes(PART_ID_BYTES)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `stp_${digits.join("")}`;
}

/** First title of a step about an element, for the author to change. */
function titleFor(target: Element): string {
  const name = nameOf(target);
  return /“(.*)”$/.exec(name)?.[1] ?? "New step";
}
