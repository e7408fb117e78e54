import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { Cancel } from "@fanfare/contract/clock";
import type { LiveUpdateKind } from "@fanfare/contract/live-update";
import type { Storage } from "../storage.ts";
import type { Notice, NoticeOptions } from "../ui/notice.ts";
import type { WhenSeen } from "../ui/seen.ts";
import type { CelebrationHandle, Labels, Page } from "../ui/types.ts";
import type { MessagesDeps, ShowMessage } from "./messages.ts";

export type OpenNotice = (options: NoticeOptions) => Notice;

export interface ShowDeps extends Page {
  readonly labels: Labels;
  readonly storage: Storage;
  /** The person wants no more of them for a while. */
  readonly pause: () => void;
  readonly celebrate: (
    preset: CelebrationPreset,
    message: string | undefined,
  ) => Pick<CelebrationHandle, "finished" | "shown">;
  readonly loadToast: () => Promise<OpenNotice>;
  readonly loadBanner: () => Promise<OpenNotice>;
  readonly loadSeen: () => Promise<WhenSeen>;
}

/**
 * How each kind comes to the screen. What is for the page's own handlers was seen when it was handed to them, confetti when
 * it was played for a second, and anything else when it could be seen.
 */
export function createShow(deps: ShowDeps): MessagesDeps["load"] {
  const asNotice =
    ([openNotice, whenSeen]: readonly [OpenNotice, WhenSeen]): ShowMessage =>
    ({ body, priority, require_ack }, tell) => {
      if (body.kind !== "toast" && body.kind !== "banner") return NOTHING;
      let stop: Cancel = () => {};
      const notice = openNotice({
        ...{ ...deps, ...body, urgent: priority === "high", stays: require_ack, on: tell },
        shown(box) {
          stop = whenSeen(deps, box, () => tell("seen"));
        },
        passed: () => stop(),
      });
      return {
        close() {
          stop();
          notice.close();
        },
      };
    };
  const atOnce: ShowMessage = (_, tell) => {
    tell("seen");
    return NOTHING;
  };
  const thrown: ShowMessage = ({ body }, tell) => {
    if (body.kind !== "celebration") return NOTHING;
    const party = deps.celebrate(body.preset, body.text);
    void party.finished.then(() => party.shown() && tell("seen"));
    return NOTHING;
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

const NOTHING = { close() {} };
