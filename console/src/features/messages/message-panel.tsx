import type { LiveUpdate } from "@fanfare/contract/schema/responses/realtime/live-update";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Copy, Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { describeAudience, MESSAGE_KINDS, messageHeadline } from "../../components/message/message-kinds.tsx";
import { useApp, useAppContext, useCan } from "../../lib/app-context.ts";
import { dayAndTime } from "../../lib/i18n/format.ts";
import { t, tCount } from "../../lib/i18n/t.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { armTitle } from "../../model/draft/arm-labels.ts";
import { Badge } from "../../ui/elements/badge.tsx";
import { buttonClass } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { SidePanel } from "../../ui/overlay/side-panel.tsx";
import { MessageResults } from "./message-results.tsx";
import { sendTimeLabel } from "./send-time.ts";
import { useAudienceNames } from "./use-audience-names.ts";

/** Loads on demand, because it includes the SDK's notices. */
const MessagePreview = lazy(async () => ({
  default: (await import("../../components/message/message-preview.tsx")).MessagePreview,
}));

interface MessagePanelProps {
  /** "": closed. */
  readonly id: string;
  readonly segmentName: (id: string) => string | undefined;
  readonly onClose: () => void;
}

/** What was sent or is scheduled, to whom, and its results. */
export function MessagePanel({ id, segmentName, onClose }: MessagePanelProps) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery({ ...realtimeQueries.update(api, app.id, id), enabled: id !== "" });
  const update = query.data;
  return (
    <SidePanel
      open={id !== ""}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={update === undefined ? t("Message") : messageHeadline(update.body)}
      description={
        update && (update.scheduled_for === null ? <RelativeTime at={update.created_at} /> : sendTimeLabel(update))
      }
    >
      {update === undefined ? <Loading query={query} inside /> : <Details update={update} segmentName={segmentName} />}
    </SidePanel>
  );
}

interface DetailsProps extends Pick<MessagePanelProps, "segmentName"> {
  readonly update: LiveUpdate;
}

function Details({ update, segmentName }: DetailsProps) {
  const { experiment, scheduled_for } = update;
  return (
    <>
      <Actions update={update} />
      <Suspense fallback={<div className="min-h-86" />}>
        <MessagePreview body={update.body} />
      </Suspense>
      <Facts update={update} segmentName={segmentName} />
      {experiment !== null && (
        <Part title={t("Other variants")}>
          <ul className="flex flex-col gap-1.5 text-sm">
            {experiment.variants.map(({ body, weight }, index) => (
              <li key={VARIANT_IDS[index]} className="wrap-anywhere">
                <Badge>{t("{name}, {weight}%", { name: armTitle(VARIANT_IDS[index] ?? "b", null), weight })}</Badge>{" "}
                <bdi>{messageHeadline(body)}</bdi>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {scheduled_for === null && (
        <Part title={t("Results")}>
          <MessageResults update={update} />
        </Part>
      )}
    </>
  );
}

/** Variant A is the message itself. */
const VARIANT_IDS = ["b", "c", "d"] as const;

function Actions({ update: { id, scheduled_for } }: Pick<DetailsProps, "update">) {
  if (!useCan("live_update.send")) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {scheduled_for !== null && (
        <Link from="/$app/messages" search={{ edit: id }} className={buttonClass("secondary", "sm")}>
          <Pencil />
          {t("Edit message")}
        </Link>
      )}
      <Link from="/$app/messages" search={{ compose: true, from: id }} className={buttonClass("secondary", "sm")}>
        <Copy />
        {t("Duplicate message")}
      </Link>
    </div>
  );
}

const PRIORITIES = { low: t("Low"), normal: t("Normal##priority"), high: t("High") } as const;

function Facts({ update, segmentName }: DetailsProps) {
  const { audience, body, counts, timing, email, push, collapse_key, priority } = update;
  const named = useAudienceNames(audience);
  const people = counts.people ?? (update.scheduled_for === null ? counts.reached : null);
  return (
    <Part title={t("Details")}>
      <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">
        <Fact label={t("Type")}>{MESSAGE_KINDS[body.kind].label}</Fact>
        <Fact label={t("Audience")}>{describeAudience(audience, { segment: segmentName, named })}</Fact>
        {people !== null && (
          <Fact label={counts.people === null ? t("Reached") : t("Audience size")}>
            {tCount(people, "{n} person", "{n} people")}
          </Fact>
        )}
        {timing?.zone === "person" && <Fact label={t("Time")}>{t("Each person’s local time")}</Fact>}
        {timing?.quiet_hours && (
          <Fact label={t("Quiet hours")}>
            {t("{from}–{to}", { from: timing.quiet_hours.from, to: timing.quiet_hours.to })}
          </Fact>
        )}
        <Fact label={t("Expires")}>{dayAndTime(Date.parse(update.expires_at))}</Fact>
        <Fact label={t("Priority")}>{PRIORITIES[priority]}</Fact>
        <Fact label={t("Devices")}>{update.devices === "one" ? t("One device") : t("All devices")}</Fact>
        {update.require_ack && <Fact label={t("Acknowledgment")}>{t("Required")}</Fact>}
        {collapse_key !== null && (
          <Fact label={t("Collapse key")}>
            <code dir="ltr" className="font-mono">
              {collapse_key}
            </code>
          </Fact>
        )}
        {push !== null && <Fact label={t("Push notification")}>{pushDelay(push.after_minutes)}</Fact>}
        {email !== null && (
          <Fact label={t("Email")}>{tCount(email.after_hours, "After {n} hour", "After {n} hours")}</Fact>
        )}
      </dl>
    </Part>
  );
}

function pushDelay(minutes: number): string {
  return minutes === 0 ? t("Immediately##notification") : tCount(minutes, "After {n} minute", "After {n} minutes");
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="min-w-0 text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2.5">
      <h3 className="text-xs font-medium text-ink-3">{title}</h3>
      {children}
    </section>
  );
}
