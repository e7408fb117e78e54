import type { Edition } from "@fanfare/contract/content/content";
import type { EndReason } from "@fanfare/contract/events/events";
import type { PreviewResponse } from "@fanfare/contract/schema/client/preview";
import { button, element } from "../ui/dom/element.ts";
import type { UiRoot } from "../ui/overlay/ui-root.ts";
import type { Page } from "../ui/types.ts";
import { type CardStage, createCardStage } from "./card-stage.ts";
import { keepBarClear } from "./keep-clear.ts";
import { t, tProblem } from "./language/t.ts";
import { iconButton } from "./panel/icon.ts";
import { type BuilderDeps, restContent } from "./rest-content.ts";
import { createCall, STORED, writeStored } from "./session.ts";
import { showProblem } from "./show-problem.ts";

/**
 * Shows the draft of a preview link to someone who may not be a member. Nothing is stored or counted, and live content
 * rests in this tab until they leave.
 */
export async function openPreview(deps: BuilderDeps, root: UiRoot, page: Page, token: string): Promise<void> {
  const call = createCall(deps, "preview");
  const read = () => call<PreviewResponse>("POST", "", token, {});
  const answer = await read();
  if (!answer.ok) {
    if (!answer.retries) writeStored(page.window, STORED, undefined);
    showProblem(page, root, tProblem(answer));
    return;
  }
  const resume = restContent(deps);
  const { actions, loadConfetti, rng } = deps;
  const { name, themes } = answer.body;
  // The card appears above the bar, which stays usable.
  const onShown = (): void => {
    root.host.hidePopover();
    root.host.showPopover();
  };
  const cards = createCardStage({
    page,
    rng,
    actions,
    loadConfetti,
    themes,
    name: () => name,
    onShown,
  });
  const close = (): void => {
    stopListening();
    cards.clear();
    root.remove();
    resume();
  };
  const stopListening = deps.emitter.on("connection", ({ state }) => {
    if (state === "closed") close();
  });
  const leave = (): void => {
    close();
    writeStored(page.window, STORED, undefined);
  };
  const bar = buildBar(page, root, answer.body, {
    leave,
    async newest() {
      // The author may have changed the draft.
      const newer = await read();
      return newer.ok ? newer.body : answer.body;
    },
    cards,
  });
  root.view.append(bar.element);
  root.mount(null);
  root.announce(t("Preview of “{name}”. Nothing is counted.", { name }));
  bar.play(answer.body);
}

interface PreviewBar {
  readonly element: HTMLElement;
  play(preview: PreviewResponse): void;
}

interface PreviewControls {
  readonly cards: CardStage;
  readonly newest: () => Promise<PreviewResponse>;
  readonly leave: () => void;
}

const ENDS: Partial<Record<EndReason, string>> = { completed: t("Completed"), error: t("Couldn't be shown") };

function buildBar({ document }: Page, root: UiRoot, first: PreviewResponse, controls: PreviewControls): PreviewBar {
  const state = element(document, "span", "soft");
  const title = element(document, "strong", "", t("Preview: {name}", { name: first.name }));
  const until = first.expires_at.slice(0, "2026-01-01".length);
  const facts = element(
    document,
    "span",
    "soft",
    `${t("Shared by {name} until {day}.", { name: first.shared_by, day: until })} `,
  );
  const again = button(document, "", t("Play again"), () => void controls.newest().then(play));
  const move = iconButton(document, "move", t("Move bar"), () => bar.classList.toggle("low"));
  const leave = button(document, "", t("Leave preview"), controls.leave);
  const words = element(document, "p", "", title, element(document, "br", ""), facts, state);
  const bar = element(document, "div", "bar low", words, again, move, leave);
  bar.role = "region";
  bar.ariaLabel = t("Preview");
  const play = ({ edition }: PreviewResponse): void => {
    state.textContent = t("Nothing is counted.");
    controls.cards.play(asEdition(edition), null, {
      shown: (card) => keepBarClear(bar, card),
      ended(reason) {
        state.textContent = t("{end}. Nothing was counted.", { end: ENDS[reason] ?? t("Closed") });
        root.announce(state.textContent);
        again.focus();
      },
    });
  };
  return { element: bar, play };
}

/** Without an audience: a preview is shown to everyone who has its link. */
function asEdition(shown: PreviewResponse["edition"]): Edition {
  return {
    ...shown,
    targeting: { urls: { include: [], exclude: [] } },
    trigger: { kind: "manual" },
    frequency: { mode: "always" },
    priority: 0,
    tags: [],
  };
}
