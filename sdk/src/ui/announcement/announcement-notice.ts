import type { AnnouncementBody } from "@fanfare/contract/content/announcement";
import type { Block } from "@fanfare/contract/content/block";
import type { Panel } from "@fanfare/contract/content/panel";
import type { EndReason } from "@fanfare/contract/events/events";
import { loadRichBlocks, type RichBlocks, renderBlocks } from "../card/blocks.ts";
import { buildDismissOptions, DISMISS_OPTIONS_STYLE } from "../card/dismiss-options.ts";
import { editionBody } from "../card/edition-body.ts";
import { openPlayerLife } from "../dom/guard.ts";
import type { Notice, NoticeOptions } from "../toast/notice.ts";
import type { PlayerHandle, PlayerOptions } from "../types.ts";

type OpenNotice = (options: NoticeOptions) => Notice;

/**
 * Shows an announcement as a toast or banner. A toast without controls closes automatically and then counts as
 * completed.
 *
 * @example
 * const { openToast } = await import("./toast.ts");
 * openNoticeAnnouncement(openToast)({
 *   document, window, clock, edition, name: "Saved", step_id: null, labels: {}, act, on,
 * });
 */
export function openNoticeAnnouncement(openNotice: OpenNotice): (options: PlayerOptions) => PlayerHandle {
  return (options) => {
    const { document, labels, on, act } = options;
    let body = editionBody(options.edition, "announcement");
    let notice: Notice | undefined;
    const life = openPlayerLife(options, () => notice?.close());
    const end = (reason: EndReason): void => life.end(choices.ending(reason));
    const choices = buildDismissOptions(document, labels, () => end("snoozed"));

    const noticeOf = ({ panels, tone, suppression }: AnnouncementBody, rich: RichBlocks | undefined): NoticeOptions => {
      const [panel] = panels;
      if (panel === undefined) throw new RangeError("An announcement without a panel.");
      choices.offer(suppression);
      const { id: step_id, button } = panel;
      return {
        ...options,
        ...noticeContent(document, panel, rich, choices.box),
        tone,
        on(outcome, how) {
          if (outcome === "dismissed") return end(how ?? "close_button");
          on({ kind: "acted", step_id });
          if (button?.action.kind !== "stay") end("completed");
          // The browser follows links natively.
          if (button !== undefined && button.action.kind !== "link") act(button.action);
        },
        // Report only after the notice can be closed, because the listener may throw.
        shown: (box) => queueMicrotask(life.whileOpen(() => on({ kind: "step_shown", step_id, index: 0 }, box))),
        expired: () => end("completed"),
      };
    };
    const write = (): void => {
      const written = life.whileOpen((rich: RichBlocks | undefined) => {
        if (notice) notice.change(noticeOf(body, rich));
        else notice = openNotice(noticeOf(body, rich));
      });
      void loadRichBlocks(body.panels).then(written);
    };
    write();
    return {
      next: () => end("completed"),
      back() {},
      goTo() {},
      update(edition) {
        const after = editionBody(edition, "announcement");
        if (after.form !== body.form) return end("replaced");
        body = after;
        write();
      },
      close: end,
    };
  };
}

/** The text and controls of a panel in a notice. */
function noticeContent(
  document: Document,
  { title, blocks, button }: Panel,
  rich: RichBlocks | undefined,
  choices: HTMLElement,
): Omit<NoticeOptions, keyof PlayerOptions | "tone" | "on"> {
  const has_links = blocks.some((block) => blockTexts(block).some(({ href }) => href !== undefined));
  const texts = blocks.map((block) =>
    blockTexts(block)
      .map(({ text }) => text)
      .join(" "),
  );
  return {
    title,
    text: texts.join(" "),
    action: button && {
      label: button.label,
      href: button.action.kind === "link" ? button.action.href : undefined,
      stay: button.action.kind === "stay",
    },
    written: renderBlocks(document, blocks, rich),
    style: STYLE + (rich?.RICH_STYLE ?? ""),
    choices: choices.hidden ? undefined : choices,
    urgent: false,
    // Interactive content must stay until the person has used it (no timeout).
    stays: has_links || !choices.hidden,
  };
}

function blockTexts(block: Block): readonly { readonly text: string; readonly href?: string | undefined }[] {
  if ("alt" in block) return [{ text: block.alt }];
  // Used like a link.
  if ("url" in block) return [{ text: block.title, href: block.url }];
  return "items" in block ? block.items.flat() : block.spans;
}

const STYLE = `${DISMISS_OPTIONS_STYLE}
.words>*+*{margin-top:.3em}
.notice .choices{flex-basis:100%;margin:0}
.notice img{max-width:min(100%,9em*var(--ratio,99));max-height:9em}`;
