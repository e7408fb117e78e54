import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { getRouteApi } from "@tanstack/react-router";
import { ChartBar, Copy, PanelRight, Repeat } from "lucide-react";
import { useState } from "react";
import { messageHeadline } from "../../components/message/message-kinds.tsx";
import { useCan } from "../../lib/app-context.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { MenuItem } from "../../ui/overlay/menu.tsx";
import { RowMenu } from "../../ui/overlay/row-menu.tsx";
import { LongListItem } from "../../ui/table/long-list.tsx";
import { MessageResults } from "./message-results.tsx";
import { MessageSummary } from "./message-summary.tsx";
import { ResendDialog } from "./resend-dialog.tsx";
import { TestResultsDialog } from "./test-results-dialog.tsx";

const route = getRouteApi("/$app/messages");

interface SentMessageProps {
  readonly update: LiveUpdate;
  readonly segmentName: (id: string) => string | undefined;
}

export function SentMessage({ update, segmentName }: SentMessageProps) {
  const over = Date.parse(update.expires_at) <= Date.now();
  return (
    <LongListItem className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line px-(--gutter) py-4">
      <MessageSummary
        update={update}
        segmentName={segmentName}
        time={<RelativeTime at={update.created_at} />}
        badges={
          <>
            {update.require_ack && <Badge>{t("Acknowledgment required")}</Badge>}
            {update.devices === "one" && <Badge>{t("One device")}</Badge>}
            {update.experiment !== null && <Badge>{t("A/B test")}</Badge>}
            {update.resend_of !== null && <Badge>{t("Resend")}</Badge>}
            {update.resent ? <Badge>{t("Resent")}</Badge> : over && <Badge>{t("Expired")}</Badge>}
          </>
        }
      >
        {update.counts.undeliverable > 0 && (
          <p className="text-xs text-caution-text text-pretty">
            {tCount(
              update.counts.undeliverable,
              "{n} person can’t receive this message, because they aren’t verified.",
              "{n} people can’t receive this message, because they aren’t verified.",
            )}
          </p>
        )}
      </MessageSummary>
      <div className="flex w-full flex-col items-start gap-2 max-lg:order-1 lg:w-110">
        <MessageResults update={update} />
      </div>
      <span className="flex w-8 pointer-coarse:w-10">
        <MessageMenu update={update} />
      </span>
    </LongListItem>
  );
}

function MessageMenu({ update }: Pick<SentMessageProps, "update">) {
  const may_send = useCan("live_update.send");
  const may_resend = may_send && !update.resent;
  const navigate = route.useNavigate();
  const [resending, setResending] = useState(false);
  const [comparing, setComparing] = useState(false);
  const has_test = update.experiment !== null;
  return (
    <>
      <RowMenu name={messageHeadline(update.body)}>
        <MenuItem
          icon={<PanelRight />}
          onClick={() => void navigate({ search: { message: update.id }, resetScroll: false })}
        >
          {t("View details")}
        </MenuItem>
        {may_send && (
          <MenuItem icon={<Copy />} onClick={() => void navigate({ search: { compose: true, from: update.id } })}>
            {t("Duplicate message")}
          </MenuItem>
        )}
        {has_test && (
          <MenuItem icon={<ChartBar />} onClick={() => setComparing(true)}>
            {t("Compare variants")}
          </MenuItem>
        )}
        {may_resend && (
          <MenuItem icon={<Repeat />} onClick={() => setResending(true)}>
            {t("Resend to unseen…")}
          </MenuItem>
        )}
      </RowMenu>
      {has_test && <TestResultsDialog update={update} open={comparing} onOpenChange={setComparing} />}
      {may_resend && <ResendDialog update={update} open={resending} onOpenChange={setResending} />}
    </>
  );
}
