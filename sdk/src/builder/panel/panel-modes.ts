import type { Rng } from "@fanfare/contract/lib/rng";
import type { ContentEditor } from "@fanfare/contract/realtime/editors";
import type { UiRoot } from "../../ui/overlay/ui-root.ts";
import type { CardStage, CardStageDeps } from "../card-stage.ts";
import type { DraftStore } from "../draft.ts";
import type { Picked } from "../pick/pick-mode.ts";
import type { PlayBar } from "../play-bar.ts";
import type { BuilderSession } from "../session.ts";
import type { AuthorPage } from "../text/author-page.ts";
import { loadPart } from "./load-part.ts";
import { focusShownPart } from "./mode-keys.ts";
import { newPartId } from "./picks.ts";

export interface PanelDeps {
  readonly page: AuthorPage;
  readonly root: UiRoot;
  readonly rng: Rng;
  readonly session: BuilderSession;
  readonly draft: DraftStore;
  /** For showing the draft on the page. */
  readonly stage: Omit<CardStageDeps, "page" | "rng" | "name" | "themes" | "onShown">;
  /** The person identified by the page. */
  readonly person: () => string | undefined;
  readonly leave: () => void;
  /** Other members who edit the content. */
  readonly others: () => readonly ContentEditor[];
  /** Shows them the part that is edited here, and whether its element is being picked. */
  readonly at: (step_id: string, picks: boolean) => void;
}

interface PanelParts {
  readonly panel: HTMLElement;
  readonly heading: HTMLElement;
  readonly cards: CardStage;
  readonly rebuild: () => void;
  readonly showState: () => void;
  /** Shows lines above the steps; none removes them. */
  readonly show: (...lines: readonly HTMLElement[]) => void;
  /** Selects a part, and leads to its element if that is wrong. */
  readonly go: (part_id: string, to_target: boolean) => void;
}

/** What the panel starts and hands the page over to. Their code loads on first use. */
export interface PanelModes {
  /** `button`: receives the focus afterward. */
  play(button: HTMLElement): Promise<void>;
  publish(): Promise<void>;
  record(): Promise<void>;
  /** Asks for an event about the element. */
  track(picked: Picked): Promise<void>;
  recording(): boolean;
  /** The draft changed. */
  update(): void;
  /** Ends playing and recording when the builder closes. */
  stop(): void;
}

export function createPanelModes(deps: PanelDeps, parts: PanelParts): PanelModes {
  const { page, root, rng, session, draft, stage, person } = deps;
  const { panel, heading, cards, rebuild, showState, show, go } = parts;
  const { document } = page;
  let is_recording = false;
  let stopRecording = (): void => {};
  let playing: PlayBar | undefined;
  /** Returns a function that moves the panel's focus, if it had it, to what is shown instead. */
  const hidePanel = (): (() => void) => {
    const had_focus = panel.matches(":focus-within");
    panel.hidden = true;
    return () => {
      if (had_focus) focusShownPart(root);
    };
  };

  return {
    async play(button) {
      const part = await loadPart(root, import("../play-bar.ts"));
      if (part === undefined) return;
      const handFocusOver = hidePanel();
      const stopped = (): void => {
        playing = undefined;
        panel.hidden = false;
        rebuild();
        button.focus();
      };
      playing = part.openPlayBar({ page, root, session, draft, cards, person, stopped }, null);
      handFocusOver();
    },
    async publish() {
      const part = await loadPart(root, import("./publish-box.ts"));
      const published = (first: boolean): void => {
        showState();
        if (first) void stage.loadConfetti().then((celebrate) => celebrate({ ...page, rng, preset: "fireworks" }));
      };
      void part?.publish({ document, session, draft, announce: root.announce, show, go, published });
    },
    async record() {
      if (is_recording) return;
      is_recording = true;
      const part = await loadPart(root, import("../record-bar.ts"));
      // The builder may be closed by now.
      if (!is_recording) return;
      if (part === undefined) {
        is_recording = false;
        return;
      }
      cards.clear();
      // Until here, nothing is recorded, and the panel still shows that.
      const handFocusOver = hidePanel();
      const stopped = (): void => {
        is_recording = false;
        panel.hidden = false;
        rebuild();
        panel.focus({ preventScroll: true });
        heading.scrollIntoView();
      };
      stopRecording = part.openRecordBar({
        ...{ document, root, stopped },
        newId: () => newPartId(rng),
        edition: () => draft.edition(),
        change(edit) {
          draft.change("", edit);
          // The act may load another page.
          void draft.flush();
        },
      });
      handFocusOver();
    },
    async track(picked) {
      rebuild();
      const part = await loadPart(root, import("../record-bar.ts"));
      part?.openTrackBox({ document, session, picked, announce: root.announce, show });
    },
    recording: () => is_recording,
    update: () => playing?.update(),
    stop() {
      is_recording = false;
      stopRecording();
      playing?.close();
    },
  };
}
