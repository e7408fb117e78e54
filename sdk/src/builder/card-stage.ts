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
import type { Storage } from "../lib/storage.ts";
import { moveFocus } from "../ui/dom/focus.ts";
import { safeLink } from "../ui/dom/safe-link.ts";
import { withContentTheme } from "../ui/theme/theme.ts";
import { TOASTS_STAY } from "../ui/toast/notice.ts";
import type { Labels, PlayerEvent, PlayerHandle, StagedPlayerOptions } from "../ui/types.ts";
import { isChosen } from "./edits.ts";
import { watchPlace } from "./keep-clear.ts";
import type { AuthorPage } from "./text/author-page.ts";
import { type CardListeners, type CardTexts, writeInCard } from "./text/write-in-card.ts";
import { type CardText, type TextListeners, writeTexts } from "./text/write-texts.ts";
import type { Head } from "./translate/body-texts.ts";
import { markTexts } from "./translate/mark-texts.ts";

export interface CardStageDeps {
  readonly page: AuthorPage;
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
  /** Called when the card that is written has found its place, and when it or the window has changed. */
  readonly onMoved?: () => void;
  /** Called when nothing is shown any longer. */
  readonly onCleared?: () => void;
}

export interface PlayListeners {
  /** Called with the card of each step, and again when it moves. */
  readonly shown: (card: Element | undefined, step_id: string) => void;
  readonly ended: (reason: EndReason) => void;
}

/** Which texts of displayed content can be written, and how. */
export interface Writing extends TextListeners {
  readonly textOf: (key: string) => CardText | undefined;
  readonly heads: readonly Head[];
  /** The source language. */
  readonly locale: string | undefined;
}

/** Shows the draft on the page with the real players. Nothing is stored or counted. */
export interface CardStage {
  /** Shows the card of a tour's step for writing in it. */
  write(edition: Edition, step_id: string, hear: CardListeners): void;
  /** Shows a part of any content, in one of its languages, for writing its texts. */
  writeTexts(edition: Edition, part_id: string, writing: Writing): void;
  /** The draft with its texts as shown to an unknown person. */
  forNobody(edition: Edition): Edition;
  /** Plays from a part, or from the start, with these texts. Links and the page's own actions really happen. */
  play(edition: Edition, from_id: string | null, hear: PlayListeners): void;
  /** Shows what changed in what is played. */
  update(edition: Edition): void;
  clear(): void;
  /** The card on the page. */
  box(): Element | undefined;
  /** Whether a card to write in is about to appear. */
  opening(): boolean;
}

export function createCardStage(deps: CardStageDeps): CardStage {
  return new Stage(deps);
}

type OnEvent = (event: PlayerEvent, box?: Element) => void;

class Stage implements CardStage {
  readonly #deps: CardStageDeps;
  #handle: PlayerHandle | undefined;
  #stopWriting: Cancel = () => {};
  #stopWatching: Cancel = () => {};
  /** Identifies what is shown, so that a player that loads late isn't opened. */
  #turn = 0;
  #shown: { readonly step: Step; readonly edition: Edition } | undefined;
  /** What is shown for writing its texts. */
  #written: { readonly edition: Edition; readonly part_id: string } | undefined;
  /** The draft changes by what is typed, which is shown already. */
  #is_typing = false;
  #host: Element | undefined;
  #card: Element | undefined;

  constructor(deps: CardStageDeps) {
    this.#deps = deps;
  }

  box(): Element | undefined {
    return this.#card;
  }

  opening(): boolean {
    return this.#card === undefined && (this.#shown ?? this.#written) !== undefined;
  }

  clear(): void {
    this.#turn++;
    this.#shown = this.#written = undefined;
    this.#stopWriting();
    this.#stopWriting = () => {};
    this.#stopWatching();
    this.#deps.onCleared?.();
    this.#handle?.close("api");
    this.#handle = this.#card = undefined;
  }

  write(edition: Edition, step_id: string, { changed, pressed }: CardListeners): void {
    const step = edition.body.type === "tour" ? edition.body.steps.find(({ id }) => id === step_id) : undefined;
    if (step === undefined) {
      this.clear();
      return;
    }
    const before = this.#shown;
    // What was typed in the card is there already.
    if (before !== undefined && sameValue(before.step, step) && before.edition.theme === edition.theme) return;
    const typed = (texts: CardTexts): void => {
      this.#shown = { step: { ...step, ...texts }, edition };
      changed(texts);
    };
    this.#openToWrite(forWriting(edition), step_id, (box) =>
      writeInCard(this.#deps.page, box, step, { changed: typed, pressed }),
    );
    this.#shown = { step, edition };
  }

  writeTexts(edition: Edition, part_id: string, { changed, changedBlocks, ...writing }: Writing): void {
    const { page } = this.#deps;
    const before = this.#written;
    const same_part = edition.body.type === "checklist" || before?.part_id === part_id;
    const is_shown = before !== undefined && same_part && sameShown(before.edition, edition);
    if (this.#is_typing || is_shown) {
      this.#written = { edition, part_id };
      return;
    }
    const typed =
      <Args extends readonly unknown[]>(tell: (...args: Args) => void) =>
      (...args: Args): void => {
        this.#is_typing = true;
        tell(...args);
        this.#is_typing = false;
      };
    const { body, keys } = markTexts(forWriting(edition).body);
    this.#openToWrite({ ...edition, body }, part_id, (box) => {
      const shadow = box.getRootNode();
      if (!(shadow instanceof page.window.ShadowRoot)) return () => {};
      const stop = writeTexts({
        ...{ page, shadow, keys, ...writing },
        changed: typed(changed),
        changedBlocks: typed(changedBlocks),
      });
      return stop;
    });
    this.#written = { edition, part_id };
  }

  forNobody(edition: Edition): Edition {
    return { ...edition, body: rewriteTexts(edition.body, (_, text) => fillVariables(text, {})) };
  }

  play(edition: Edition, from_id: string | null, { shown, ended }: PlayListeners): void {
    void this.#open(edition, from_id, false, (event, box) => {
      if (event.kind === "step_shown") {
        this.#deps.onShown();
        this.#watch(box, () => shown(box, event.step_id));
      }
      if (event.kind !== "ended") return;
      const { celebrate_on_completed: preset } = edition.body;
      this.clear();
      if (event.reason === "completed" && preset !== undefined) {
        celebrateLater(this.#deps)(preset, {});
      }
      ended(event.reason);
    });
  }

  update(edition: Edition): void {
    this.#handle?.update(edition);
  }

  /** Shows a card, and makes it editable. */
  #openToWrite(edition: Edition, step_id: string, edit: (box: Element) => Cancel): void {
    const was_in_card = this.#host?.matches(":focus-within");
    void this.#open(edition, step_id, true, (event, box) => {
      if (event.kind !== "step_shown" || box === undefined) return;
      this.#stopWriting();
      this.#stopWriting = edit(box);
      this.#host = (box.getRootNode() as Partial<ShadowRoot>).host;
      if (was_in_card) moveFocus(box.querySelector("h2"));
      this.#watch(box, () => this.#deps.onMoved?.());
      this.#deps.onShown(was_in_card ? undefined : this.#host);
    });
  }

  #watch(box: Element | undefined, moved: () => void): void {
    this.#stopWatching();
    this.#stopWatching = box ? watchPlace(this.#deps.page, box, moved) : () => {};
  }

  async #open(edition: Edition, step_id: string | null, stays: boolean, on: OnEvent): Promise<void> {
    const { page, themes, name } = this.#deps;
    const { document, window, clock } = page;
    this.clear();
    const own = this.#turn;
    const theme = resolveTheme(themes, edition.theme);
    const [plain, labels] = await Promise.all([
      loadPlayer(edition.body),
      labelsIn(edition.locale),
      // The wait for an element doesn't include loading what finds it.
      stays && import("../ui/target/reading-strategies.ts").catch(() => {}),
    ]);
    if (own !== this.#turn) return;
    this.#handle = (theme === undefined ? plain : withContentTheme(plain, theme))({
      ...{ document, window, clock, edition, locale: edition.locale, name: name(), step_id, labels },
      // While it's edited, nothing disappears by itself, and the page's keys are its own.
      ...(stays ? { storage: STAYS, passive: true } : {}),
      celebrate: celebrateLater(this.#deps),
      act: (action) => act(this.#deps, action),
      on: (event, box) => {
        if (own !== this.#turn) return;
        if (event.kind === "step_shown") this.#card = box;
        on(event, box);
      },
    });
  }
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

const sameShown = (one: Edition, other: Edition): boolean =>
  one.locale === other.locale && one.theme === other.theme && sameValue(one.body, other.body);

/** The player's own texts, as visitors read them. */
async function labelsIn(locale: string | undefined): Promise<Labels> {
  if (locale === undefined || /^en\b/i.test(locale)) return {};
  return import("../ui/text/locales.ts").then(({ loadLabels }) => loadLabels(locale)).catch(() => ({}));
}

const STAYS: Storage = { get: (name) => (name === TOASTS_STAY ? "1" : undefined), set() {} };

/** How long the card that is written waits for its element. */
const WRITE_WAIT_MS = 1_000;

/** Every step waits for the author: nothing advances, and a missing target doesn't hide the card. */
function forWriting(edition: Edition): Edition {
  const { body } = edition;
  if (body.type === "hint") return { ...edition, body: { ...body, form: "popover" } };
  if (body.type === "checklist") return { ...edition, body: { ...body, opens: "open" } };
  if (body.type !== "tour") return edition;
  const steps = body.steps.map(({ advance: _, skip_if: __, prepare: ___, ...step }): Step => {
    if (step.kind !== "anchored") return step;
    return { ...step, on_missing: "center", wait_ms: isChosen(step.target) ? WRITE_WAIT_MS : 0 };
  });
  // The keys are the page's.
  return { ...edition, body: { ...body, steps, escape: "stays" } };
}
