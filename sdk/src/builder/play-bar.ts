import type { EndReason } from "@fanfare/contract/events/events";
import { read } from "../lib/native.ts";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { CardStage } from "./card-stage.ts";
import type { DraftStore } from "./draft.ts";
import { keepBarClear } from "./keep-clear.ts";
import { iconButton } from "./panel/icon.ts";
import { buildPersonSearch } from "./person-search.ts";
import type { BuilderSession } from "./session.ts";

interface PlayDeps {
  readonly document: Document;
  readonly root: UiRoot;
  readonly session: BuilderSession;
  readonly draft: DraftStore;
  readonly cards: CardStage;
  /** The person identified by the page. */
  readonly person: () => string | undefined;
  readonly stopped: () => void;
}

const STATUSES = { pass: "Passes", block: "Blocks", unknown: "On the page" } as const;
const ENDS: Partial<Record<EndReason, string>> = {
  completed: "Completed",
  error: "Couldn't be shown",
  snoozed: "Snoozed with “Remind me later”",
  do_not_show_again: "Dismissed with “Do not show again”",
};

/** Plays the draft as people see it, next to the gates that would show or hide it. Nothing is counted. */
export function openPlayBar(deps: PlayDeps, from_id: string | null): void {
  const { document, root, session, draft, cards } = deps;
  const state = element(document, "p", "", "Playing the draft. Nothing is counted.");
  const verdict = element(document, "div", "verdict");
  const again = button(document, "", "Play again", () => play());
  const stop = button(document, "", "Stop", () => {
    cards.clear();
    bar.remove();
    deps.stopped();
  });
  const who = element(document, "select", "");
  who.ariaLabel = "Evaluate for";
  const addChoice = (person: string, text: string): void => {
    const option = element(document, "option", "", text);
    option.value = person;
    who.append(option);
  };
  addChoice("", "For a new visitor");
  const person = deps.person();
  if (person !== undefined) addChoice(person, `For ${person}`);
  who.addEventListener("change", () => void explain());
  const search = buildPersonSearch(document, root, session, ({ external_id, name }) => {
    if (![...who.options].some(({ value }) => value === external_id))
      addChoice(external_id, `For ${name ?? external_id}`);
    who.value = external_id;
    search.hidden = true;
    who.focus();
    void explain();
  });
  search.hidden = true;
  const other = button(document, "", "Another person", () => {
    search.hidden = !search.hidden;
    if (!search.hidden) search.querySelector("input")?.focus();
  });
  const move = iconButton(document, "move", "Move bar", () => bar.classList.toggle("low"));
  const bar = element(document, "div", "bar low", state, who, other, again, move, stop, search, verdict);
  bar.role = "region";
  bar.ariaLabel = "Play";

  const play = (): void => {
    state.textContent = "Playing the draft. Nothing is counted.";
    cards.play(draft.edition(), from_id, {
      shown: (card) => keepBarClear(bar, card),
      ended(reason) {
        state.textContent = `${ENDS[reason] ?? "Closed"}. Nothing was counted.`;
        root.announce(state.textContent);
        again.focus();
      },
    });
  };
  const explain = async (): Promise<void> => {
    const evaluated = who.value;
    await draft.flush();
    const answer = await session.gates(read(document, "URL"), who.value || undefined);
    if (evaluated !== who.value) return;
    if (!answer.ok) {
      verdict.replaceChildren(element(document, "p", "soft", answer.detail));
      return;
    }
    const { outcome, gates } = answer.body;
    const outcomes = {
      show: "Would be shown",
      hide: `Would be hidden: ${gates.find(({ status }) => status === "block")?.label}`,
      unknown: "Would be shown if the page allows it",
    };
    const lines = gates.map((each) => {
      const status = element(document, "span", `chip ${each.status}`, STATUSES[each.status]);
      const label = element(document, "strong", "", each.label);
      return element(document, "li", "gate", status, label, element(document, "span", "soft", each.evidence));
    });
    const list = element(document, "details", "", element(document, "summary", "", outcomes[outcome]));
    list.append(element(document, "ol", "lines", ...lines));
    list.addEventListener("toggle", () => keepBarClear(bar, cards.box()));
    verdict.replaceChildren(list);
  };
  root.view.append(bar);
  play();
  void explain();
}
