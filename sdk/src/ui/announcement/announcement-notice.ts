import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Block } from "@fanfare/contract/content/block";
import type { EndReason } from "@fanfare/contract/events/events";
import { loadRichBlocks, type RichBlocks, renderBlocks } from "../card/blocks.ts";
import { buildDismissOptions, DISMISS_OPTIONS_STYLE } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import type { Notice, NoticeOptions } from "../toast/notice.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";

type OpenNotice = (options: NoticeOptions) => Notice;

/**
 * Shows an announcement as a toast or a banner. A toast that has nothing to press goes by itself, and is then completed.
 *
 * @example
 * const { openToast } = await import("./toast.ts");
 * openNoticeAnnouncement(openToast)({ document, window, clock, edition, name: "Saved", step_id: null, labels: {}, act, on });
 */
export function openNoticeAnnouncement(openNotice: OpenNotice): (options: PlayerOptions) => PlayerHandle {
  return (options) => {
    const { document, labels, on, act } = options;
    let body = editionBody(options.edition, "announcement");
    const { form } = body;
    let notice: Notice | undefined;
    let over = false;

    const end = (reason: EndReason): void => {
      if (over) return;
      over = true;
      notice?.close();
      on(choices.ending(reason));
    };
    const choices = buildDismissOptions(document, labels, () => end("snoozed"));

    const noticeOf = ({ panels, tone, suppression }: AnnouncementBody, rich: RichBlocks | undefined): NoticeOptions => {
      const [panel] = panels;
      if (panel === undefined) throw new RangeError("An announcement without a panel.");
      const { title, blocks, button } = panel;
      choices.offer(suppression);
      const has_links = blocks.some((block) => blockTexts(block).some(({ href }) => href !== undefined));
      return {
        ...options,
        title,
        text: blocks
          .map((block) =>
            blockTexts(block)
              .map(({ text }) => text)
              .join(" "),
          )
          .join(" "),
        tone,
        action: button && {
          label: button.label,
          href: button.action.kind === "link" ? button.action.href : undefined,
        },
        written: renderBlocks(document, blocks, rich),
        style: STYLE + (rich?.RICH_STYLE ?? ""),
        choices: choices.box.hidden ? undefined : choices.box,
        urgent: false,
        // Whatever can be pressed must be there until it was.
        stays: has_links || !choices.box.hidden,
        on(outcome, how) {
          if (outcome === "dismissed") return end(how ?? "close_button");
          on({ kind: "acted", step_id: panel.id });
          end("completed");
          // The browser follows a link by itself.
          if (button !== undefined && button.action.kind !== "link") act(button.action);
        },
        // Told once it can be taken away again: who hears of it may throw.
        shown(box) {
          const tell = attempt(() => on({ kind: "step_shown", step_id: panel.id, index: 0 }, box));
          queueMicrotask(() => tell(undefined));
        },
        expired: () => end("completed"),
      };
    };

    const attempt = (task: (rich: RichBlocks | undefined) => void) => (rich: RichBlocks | undefined) => {
      if (over) return;
      try {
        task(rich);
      } catch (error) {
        over = true;
        notice?.close();
        on({ kind: "ended", reason: "error", suppress: false, error: String(error) });
      }
    };
    void loadRichBlocks(body.panels).then(
      attempt((rich) => {
        notice = openNotice(noticeOf(body, rich));
      }),
    );
    return {
      next: () => end("completed"),
      back() {},
      goTo() {},
      update(edition) {
        const after = editionBody(edition, "announcement");
        if (after.form !== form) return end("replaced");
        body = after;
        void loadRichBlocks(body.panels).then(attempt((rich) => notice?.change(noticeOf(body, rich))));
      },
      close: end,
    };
  };
}

function blockTexts(block: Block): readonly { readonly text: string; readonly href?: string | undefined }[] {
  switch (block.kind) {
    case "paragraph":
      return block.spans;
    case "list":
      return block.items.flat();
    case "image":
      return [{ text: block.alt }];
  }
}

const STYLE = `${DISMISS_OPTIONS_STYLE}
.words>*+*{margin-top:.3em}
.notice .choices{flex-basis:100%;margin:0}
.notice img{max-height:9em}`;
