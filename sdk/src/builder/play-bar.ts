import type { Edition } from "@fanfare/contract/content/content";
import type { EndReason } from "@fanfare/contract/events/events";
import type { BuilderGatesResponse } from "@fanfare/contract/schema/client/builder";
import { read } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import type { CardStage } from "./card-stage.ts";
import type { DeviceSize, DeviceView } from "./device/device-view.ts";
import type { DraftStore } from "./draft.ts";
import { keepBarClear } from "./keep-clear.ts";
import { builderLanguage, t, tKnown, tProblem } from "./language/t.ts";
import { iconButton } from "./panel/icon.ts";
import { loadPart } from "./panel/load-part.ts";
import { buildPersonSearch } from "./person-search.ts";
import type { Answer, BuilderSession } from "./session.ts";

interface PlayDeps {
  readonly page: Page;
  readonly root: UiRoot;
  readonly session: BuilderSession;
  readonly draft: DraftStore;
  readonly cards: CardStage;
  /** The person identified by the page. */
  readonly person: () => string | undefined;
  readonly stopped: () => void;
}

const STATUSES = { pass: t("Passes"), block: t("Blocks"), unknown: t("On the page") } as const;
const ENDS: Partial<Record<EndReason, string>> = {
  completed: t("Completed"),
  error: t("Couldn't be shown"),
  snoozed: t("Snoozed with “Remind me later”"),
  do_not_show_again: t("Dismissed with “Do not show again”"),
};

/** Common phones and tablets, upright. */
const DEVICES: readonly DeviceSize[] = [
  { label: t("Tablet (768 px)"), width: 768, height: 1024 },
  { label: t("Phone (390 px)"), width: 390, height: 844 },
];

/** The bar while the draft plays. */
export interface PlayBar {
  /** Shows changes of the draft at the width of a device. In this window, the draft plays to its end as it was. */
  update(): void;
  close(): void;
}

/**
 * Plays the draft as people see it, next to the gates that would show or hide it: as a new visitor in its source
 * language, or as a person reads it. Nothing is counted.
 */
export function openPlayBar(deps: PlayDeps, from_id: string | null): PlayBar {
  const { page, root, draft, cards } = deps;
  const { document } = page;
  const state = element(document, "p", "");
  const verdict = element(document, "div", "verdict");
  const again = button(document, "", t("Play again"), () => play());
  let device: DeviceView | undefined;
  /** What the chosen person reads, of the draft as it was then. */
  let personal: BuilderGatesResponse["edition"];
  let evaluated = draft.edition();
  const edition = (): Edition =>
    personal === undefined ? cards.forNobody(draft.edition()) : { ...evaluated, ...personal };
  const close = (): void => {
    device?.close();
    cards.clear();
    bar.remove();
  };
  const stop = button(document, "", t("Stop"), () => {
    close();
    deps.stopped();
  });
  const { who, other, search } = buildPersonChoice(deps, () => void explain());
  const width = buildWidthSelect(document, (size) => void show(size));
  const move = iconButton(document, "move", t("Move bar"), () => bar.classList.toggle("low"));
  const bar = element(document, "div", "bar low", state, who, other, width, again, move, stop, search, verdict);
  bar.role = "region";
  bar.ariaLabel = t("Play");

  const ended = (reason: EndReason): void => {
    state.textContent = t("{end}. Nothing was counted.", { end: ENDS[reason] ?? t("Closed") });
    root.announce(state.textContent);
    again.focus();
  };
  const play = (): void => {
    state.textContent = PLAYING;
    if (device === undefined) cards.play(edition(), from_id, { shown: (card) => keepBarClear(bar, card), ended });
    else device.play();
  };
  const show = async (size: DeviceSize | undefined): Promise<void> => {
    device?.close();
    device = undefined;
    cards.clear();
    if (size === undefined) {
      play();
      return;
    }
    const part = await loadPart(root, import("./device/device-view.ts"));
    // Another width may be chosen by now.
    if (part === undefined || DEVICES[width.selectedIndex - 1] !== size || device !== undefined) return;
    state.textContent = PLAYING;
    device = part.openDeviceView({ ...deps, edition, bar, ended, left: () => width.focus() }, size);
  };
  /** `show`: called if other texts are to be shown. */
  const explain = async (show = play): Promise<void> => {
    const person = who.value;
    await draft.flush();
    evaluated = draft.edition();
    const answer = await deps.session.gates(read(document, "URL"), person || undefined);
    const evidence = await evidenceWriter();
    // Another person may be chosen by now, or the author stopped.
    if (person !== who.value || !bar.isConnected) return;
    const before = personal;
    personal = answer.ok ? answer.body.edition : undefined;
    if (personal !== before) show();
    const makeRoom = (): void => keepBarClear(bar, cards.box());
    verdict.replaceChildren(buildVerdict(document, answer, evidence, makeRoom));
    makeRoom();
  };
  root.view.append(bar);
  play();
  void explain();
  const update = (): void => {
    if (device === undefined) return;
    if (personal === undefined) device.update();
    else if (draft.edition() !== evaluated) void explain(() => device?.update());
  };
  return { update, close };
}

const PLAYING = t("Playing the draft. Nothing is counted.");

/** At which width the draft plays. */
function buildWidthSelect(document: Document, choose: (size: DeviceSize | undefined) => void): HTMLSelectElement {
  const select = element(document, "select", "");
  select.ariaLabel = t("Width");
  const labels = [t("This window"), ...DEVICES.map(({ label }) => label)];
  select.append(...labels.map((label) => element(document, "option", "", label)));
  select.addEventListener("change", () => choose(DEVICES[select.selectedIndex - 1]));
  return select;
}

/** The person that the gates are evaluated for. */
function buildPersonChoice({ page: { document }, root, session, person }: PlayDeps, changed: () => void) {
  const who = element(document, "select", "");
  who.ariaLabel = t("Evaluate for");
  const addChoice = (external_id: string, text: string): void => {
    const option = element(document, "option", "", text);
    option.value = external_id;
    who.append(option);
  };
  addChoice("", t("For a new visitor"));
  const identified = person();
  if (identified !== undefined) addChoice(identified, t("For {name}", { name: identified }));
  who.addEventListener("change", changed);
  const search = buildPersonSearch(document, root, session, ({ external_id, name }) => {
    if (![...who.options].some(({ value }) => value === external_id))
      addChoice(external_id, t("For {name}", { name: name ?? external_id }));
    who.value = external_id;
    search.hidden = true;
    who.focus();
    changed();
  });
  search.hidden = true;
  const other = button(document, "", t("Another person"), () => {
    search.hidden = !search.hidden;
    if (!search.hidden) search.querySelector("input")?.focus();
  });
  return { who, other, search };
}

type ShownGate = BuilderGatesResponse["gates"][number];

/** Writes evidence in the builder's language. As the server wrote it if its texts can't be loaded. */
async function evidenceWriter(): Promise<(gate: ShownGate) => string> {
  const tag = builderLanguage();
  const write = await import("./language/evidence.ts")
    .then(({ loadEvidence }) => loadEvidence(tag))
    .catch(() => undefined);
  return ({ evidence, causes }) => write?.(causes) ?? evidence;
}

/** The outcome, with the gates on demand, or why it isn't known. */
function buildVerdict(
  document: Document,
  answer: Answer<BuilderGatesResponse>,
  evidence: (gate: ShownGate) => string,
  toggled: () => void,
): HTMLElement {
  if (!answer.ok) return element(document, "p", "soft", tProblem(answer));
  const { outcome, gates } = answer.body;
  const outcomes = {
    show: t("Would be shown"),
    hide: t("Would be hidden: {gate}", { gate: tKnown(gates.find(({ status }) => status === "block")?.label ?? "") }),
    unknown: t("Would be shown if the page allows it"),
  };
  const lines = gates.map((each) => {
    const status = element(document, "span", `chip ${each.status}`, STATUSES[each.status]);
    const label = element(document, "strong", "", tKnown(each.label));
    return element(document, "li", "gate", status, label, element(document, "span", "soft", evidence(each)));
  });
  const list = element(document, "details", "", element(document, "summary", "", outcomes[outcome]));
  list.append(element(document, "ol", "lines", ...lines));
  list.addEventListener("toggle", toggled);
  return list;
}
