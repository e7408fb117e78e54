import type { CelebrationPreset } from "@fanfare/contract/celebration";
import type { LiveUpdateKind } from "@fanfare/contract/live-update";
import type { Notice, NoticeOptions } from "../ui/notice.ts";
import type { Labels, Page } from "../ui/types.ts";
import type { MessagesDeps, ShowMessage } from "./messages.ts";

type OpenNotice = (options: NoticeOptions) => Notice;

export interface ShowDeps extends Page {
  readonly labels: Labels;
  readonly celebrate: (preset: CelebrationPreset, message: string | undefined) => void;
  readonly loadToast: () => Promise<OpenNotice>;
  readonly loadBanner: () => Promise<OpenNotice>;
}

/** How each kind comes to the screen. What is for the page's own handlers was seen when it was handed to them. */
export function createShow(deps: ShowDeps): MessagesDeps["load"] {
  const asNotice =
    (openNotice: OpenNotice): ShowMessage =>
    ({ body, priority, require_ack }, tell) => {
      if (body.kind !== "toast" && body.kind !== "banner") return NOTHING;
      return openNotice({ ...deps, ...body, urgent: priority === "high", stays: require_ack, on: tell });
    };
  const atOnce: ShowMessage = ({ body }, tell) => {
    if (body.kind === "celebration") deps.celebrate(body.preset, body.text);
    tell("seen");
    return NOTHING;
  };
  return async (kind: LiveUpdateKind) => {
    switch (kind) {
      case "toast":
        return asNotice(await deps.loadToast());
      case "banner":
        return asNotice(await deps.loadBanner());
      case "badge":
      case "celebration":
      case "data":
        return atOnce;
    }
  };
}

const NOTHING = { close() {} };
