import type { Edition } from "@fanfare/contract/content/content";
import type { Step } from "@fanfare/contract/content/tour";
import { sameValue } from "@fanfare/contract/draft/draft-merge";
import type { EndReason } from "@fanfare/contract/events/events";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { Rng } from "@fanfare/contract/lib/rng";
import { type PageThemes, resolveTheme } from "@fanfare/contract/theme/theme";
import { fillVariables } from "@fanfare/contract/translation/text-variables";
import { rewriteTexts } from "@fanfare/contract/translation/texts";
import type { Celebrate } from "../client/celebrate.ts";
import { loadPlayer } from "../engage/stage/players.ts";
import type { HostActions } from "../engage/types.ts";
import { read } from "../lib/native.ts";
import { safeLink } from "../ui/dom/safe-link.ts";
import { withContentTheme } from "../ui/theme/theme.ts";
import type { Page, PlayerEvent, PlayerHandle, StagedPlayerOptions } from "../ui/types.ts";
import { type CardListeners, type CardTexts, writeInCard } from "./text/write-in-card.ts";

export interface CardStageDeps {
  readonly page: Page;
  readonly rng: Rng;
  readonly name: () => string;
  readonly themes: PageThemes | undefined;
  readonly actions: HostActions;
  readonly loadConfetti: () => Promise<Celebrate>;
  /**
   * Called whenever a card appears, which may cover the builder. `host`: that of a card which isn't what the author
   * waits for, and took the focus.
   */
  readonly onShown: (host?: Element) => void;
}

export interface PlayListeners {
  /** Called with the card of each step. */
  readonly shown: (card: Element | undefined, step_id: string) => void;
  readonly ended: (reason: EndReason) => void;
}

/** Shows the draft on the page with the real players. Nothing is stored or counted. */
export interface CardStage {
  /** Shows the card of a tour's step for writing in it. */
  write(edition: Edition, step_id: string, hear: CardListeners): void;
  /** Plays from a part, or from the start. Links and the page's own actions really happen. */
  play(edition: Edition, from_id: string | null, hear: PlayListeners): void;
  /** Shows what changed in the draft that is played. */
  update(edition: Edition): void;
  clear(): void;
  /** The card on the page. */
  box(): Element | undefined;
}

export function createCardStage(deps: CardStageDeps): CardStage {
  const { page, themes } = deps;
  const { document, window, clock } = page;
  let handle: PlayerHandle | undefined;
  let stopWriting: Cancel = () => {};
  /** Identifies what is shown, so that a player that loads late isn't opened. */
  let turn = 0;
  let shown: { readonly step: Step; readonly edition: Edition } | undefined;
  let host: Element | undefined;
  let card: Element | undefined;

  const clear = (): void => {
    turn++;
    shown = undefined;
    stopWriting();
    stopWriting = () => {};
    handle?.close("api");
    handle = card = undefined;
  };
  const open = async (edition: Edition, step_id: string | null, on: (event: PlayerEvent, box?: Element) => void) => {
    clear();
    const own = turn;
    const theme = resolveTheme(themes, edition.theme);
    const plain = await loadPlayer(edition.body);
    if (own !== turn) return;
    handle = (theme === undefined ? plain : withContentTheme(plain, theme))({
      ...{ document, window, clock, edition, step_id },
      ...{ locale: edition.locale, name: deps.name(), labels: {}, celebrate: celebrateLater(deps) },
      act: (action) => act(deps, action),
      on(event, box) {
        if (own !== turn) return;
        if (event.kind === "step_shown") card = box;
        on(event, box);
      },
    });
  };

  return {
    write(edition, step_id, { changed, pressed }) {
      const step = edition.body.type === "tour" ? edition.body.steps.find(({ id }) => id === step_id) : undefined;
      if (step === undefined) return clear();
      // What was typed in the card is there already.
      if (shown !== undefined && sameValue(shown.step, step) && shown.edition.theme === edition.theme) return;
      const typed = (texts: CardTexts): void => {
        shown = { step: { ...step, ...texts }, edition };
        changed(texts);
      };
      const was_in_card = host?.matches(":focus-within");
      void open(forWriting(edition), step_id, (event, box) => {
        if (event.kind !== "step_shown" || box === undefined) return;
        stopWriting();
        stopWriting = writeInCard(page, box, step, { changed: typed, pressed });
        host = (box.getRootNode() as Partial<ShadowRoot>).host;
        deps.onShown(was_in_card ? undefined : host);
      });
      shown = { step, edition };
    },
    play(edition, from_id, { shown: onCard, ended }) {
      void open(filled(edition), from_id, (event, box) => {
        if (event.kind === "step_shown") {
          deps.onShown();
          onCard(box, event.step_id);
        }
        if (event.kind !== "ended") return;
        const { celebrate_on_completed: preset } = edition.body;
        clear();
        if (event.reason === "completed" && preset !== undefined) {
          celebrateLater(deps)(preset, {});
        }
        ended(event.reason);
      });
    },
    update: (edition) => handle?.update(filled(edition)),
    clear,
    box: () => card,
  };
}

/** Links and the page's own actions really happen. */
const act = ({ page, actions }: CardStageDeps, action: Parameters<StagedPlayerOptions["act"]>[0]): unknown => {
  if (action.kind === "host") return actions.get(action.name)?.();
  const url = action.kind === "link" ? safeLink(action.href, read(page.document, "baseURI")) : null;
  if (url !== null) page.window.location.assign(url);
  return undefined;
};

/** Celebrations of the draft, once their code has loaded. */
function celebrateLater({ page, rng, loadConfetti }: CardStageDeps): StagedPlayerOptions["celebrate"] {
  return (preset, wanted) => {
    const playing = loadConfetti().then((play) => play({ ...page, rng, preset, ...wanted }));
    return {
      finished: playing.then(({ finished }) => finished),
      shown: () => true,
      stop: () => void playing.then((each) => each.stop()),
      cancel: (reason) => void playing.then((each) => each.cancel(reason)),
    };
  };
}

/** Every step waits for the author: nothing advances, and a missing target doesn't hide the card. */
function forWriting(edition: Edition): Edition {
  const { body } = edition;
  if (body.type !== "tour") return edition;
  const steps = body.steps.map(({ advance: _, skip_if: __, prepare: ___, ...step }): Step => {
    return step.kind === "anchored" ? { ...step, on_missing: "center", wait_ms: 0 } : step;
  });
  return { ...edition, body: { ...body, steps } };
}

/** Texts as shown to an unknown person. */
function filled(edition: Edition): Edition {
  return { ...edition, body: rewriteTexts(edition.body, (_, text) => fillVariables(text, {})) };
}
