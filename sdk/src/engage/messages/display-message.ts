import type { CelebrationPreset } from "@fanfare/contract/content/celebration-preset";
import type { Cancel } from "@fanfare/contract/lib/clock";
import type { LiveUpdateKind } from "@fanfare/contract/realtime/live-update";
import type { Storage } from "../../lib/storage.ts";
import type { OnImpression } from "../../ui/overlay/impression.ts";
import type { Notice, NoticeOptions } from "../../ui/toast/notice.ts";
import type { CelebrationHandle, Labels, Page } from "../../ui/types.ts";
import type { MessagesDeps, ShowMessage } from "./messages.ts";

export type OpenNotice = (options: NoticeOptions) => Notice;

export interface MessageDisplayDeps extends Page {
  readonly labels: Labels;
  readonly storage: Storage;
  readonly pause: () => void;
  readonly celebrate: (
    preset: CelebrationPreset,
    message: string | undefined,
  ) => Pick<CelebrationHandle, "finished" | "shown">;
  readonly loadToast: () => Promise<OpenNotice>;
  readonly loadBanner: () => Promise<OpenNotice>;
  readonly loadSeen: () => Promise<OnImpression>;
}

/**
 * Shows each kind of message. It counts as seen when passed to the page's handlers, after confetti has played for one
 * second, or otherwise when it was visible.
 */
export function createMessageDisplay(deps: MessageDisplayDeps): MessagesDeps["load"] {
  const asNotice =
    ([openNotice, whenSeen]: readonly [OpenNotice, OnImpression]): ShowMessage =>
    ({ body, priority, require_ack }, onOutcome) => {
      if (body.kind !== "toast" && body.kind !== "banner") return NO_MESSAGE;
      let stop: Cancel = () => {};
      const notice = openNotice({
        ...{ ...deps, ...body, urgent: priority === "high", stays: require_ack, on: onOutcome },
        shown(box) {
          stop = whenSeen(deps, box, () => onOutcome("seen"));
        },
        expired: () => stop(),
      });
      return {
        close() {
          stop();
          notice.close();
        },
      };
    };
  const atOnce: ShowMessage = (_, onOutcome) => {
    onOutcome("seen");
    return NO_MESSAGE;
  };
  const thrown: ShowMessage = ({ body }, onOutcome) => {
    if (body.kind !== "celebration") return NO_MESSAGE;
    const playing = deps.celebrate(body.preset, body.text);
    void playing.finished.then(() => playing.shown() && onOutcome("seen"));
    return NO_MESSAGE;
  };
  return async (kind: LiveUpdateKind) => {
    switch (kind) {
      case "toast":
        return asNotice(await Promise.all([deps.loadToast(), deps.loadSeen()]));
      case "banner":
        return asNotice(await Promise.all([deps.loadBanner(), deps.loadSeen()]));
      case "celebration":
        return thrown;
      case "badge":
      case "data":
        return atOnce;
    }
  };
}

const NO_MESSAGE = { close() {} };
