import type { LiveUpdateBody } from "@fanfare/contract/realtime/live-update";
import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { describeAudience, MESSAGE_KINDS, messageHeadline } from "../../components/message/message-kinds.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { useAudienceNames } from "./use-audience-names.ts";

interface MessageSummaryProps {
  readonly update: LiveUpdate;
  readonly segmentName: (id: string) => string | undefined;
  readonly time: ReactNode;
  /** Badges after those of the timing. */
  readonly badges?: ReactNode;
  readonly children?: ReactNode;
}

/** What a message in a list is, whom it's for, and when they get it. */
export function MessageSummary({ update, segmentName, time, badges, children }: MessageSummaryProps) {
  const { label, icon: Icon } = MESSAGE_KINDS[update.body.kind];
  const quiet = update.timing?.quiet_hours;
  const named = useAudienceNames(update.audience);
  const { title, text } = messageTexts(update.body);
  return (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-md bg-fill text-ink-2">
        <Icon className="size-4" />
      </span>
      <div className="flex min-w-40 flex-1 flex-col gap-1">
        <h3 className="text-base font-medium wrap-anywhere">
          <Link
            from="/$app/messages"
            search={{ message: update.id }}
            resetScroll={false}
            className="rounded-xs hover:underline"
          >
            <bdi>{title}</bdi>
          </Link>
        </h3>
        {text !== undefined && (
          <p dir="auto" className="line-clamp-2 text-sm text-ink-2 wrap-anywhere rtl:text-right">
            {text}
          </p>
        )}
        <p className="flex min-h-5.5 flex-wrap items-center gap-x-3.5 gap-y-1 overflow-x-clip text-xs text-ink-3">
          <span>{label}</span>
          <Separated className="wrap-anywhere">
            {describeAudience(update.audience, { segment: segmentName, named })}
          </Separated>
          <Separated>{time}</Separated>
          {update.timing?.zone === "person" && <Badge>{t("Each person’s local time")}</Badge>}
          {quiet && <Badge>{t("Quiet hours {from}–{to}", { from: quiet.from, to: quiet.to })}</Badge>}
          {update.email !== null && (
            <Badge>{tCount(update.email.after_hours, "Email after {n} hour", "Email after {n} hours")}</Badge>
          )}
          {update.push !== null && <Badge>{t("Push notification")}</Badge>}
          {badges}
        </p>
        {children}
      </div>
    </>
  );
}

/** Starts with a separator, which is clipped if the text begins a line. */
function Separated({ className, children }: { readonly className?: string; readonly children: ReactNode }) {
  return (
    <span className={className}>
      <span aria-hidden="true" className="-ms-3.5 inline-block w-3.5 text-center">
        ·
      </span>
      {children}
    </span>
  );
}

/** Title and text of a notice. Other messages only have a title. */
function messageTexts(body: LiveUpdateBody): { readonly title: string; readonly text?: string } {
  return "text" in body && "title" in body && body.title !== undefined && body.text !== undefined
    ? { title: body.title, text: body.text }
    : { title: messageHeadline(body) };
}
