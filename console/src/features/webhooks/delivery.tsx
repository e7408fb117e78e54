import type { WebhookDelivery } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { asProblem } from "../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { list, timeOfDayWithSeconds } from "../../lib/i18n/format.ts";
import { Sentence } from "../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../lib/i18n/t.ts";
import { toast } from "../../lib/toast.ts";
import { Badge, type Tone } from "../../ui/elements/badge.tsx";
import { Button } from "../../ui/elements/button.tsx";
import { RelativeTime } from "../../ui/elements/relative-time.tsx";
import { ServerText } from "../../ui/feedback/server-text.tsx";
import { LongListItem } from "../../ui/table/long-list.tsx";
import { attemptError } from "./attempt-error.ts";
import { Attempts } from "./attempts.tsx";
import type { DeliverySource, StoredDelivery } from "./delivery-source.ts";
import { eventLabel, eventNames } from "./events.ts";

const STATES: Readonly<Record<WebhookDelivery["state"], { readonly tone: Tone; readonly label: string }>> = {
  pending: { tone: "caution", label: t("Pending") },
  delivered: { tone: "positive", label: t("Delivered") },
  dead: { tone: "negative", label: t("Failed") },
};

interface DeliveryProps {
  readonly delivery: StoredDelivery;
  readonly source: DeliverySource;
  /** Undefined if the webhook or destination was deleted. */
  readonly receiver: { readonly name: string; readonly enabled: boolean } | undefined;
  /** What was sent. */
  readonly children: ReactNode;
}

export function Delivery({ delivery, source, receiver, children }: DeliveryProps) {
  const { tone, label } = STATES[delivery.state];
  return (
    <LongListItem className="flex flex-wrap items-start gap-x-4 gap-y-2 border-b border-line px-(--gutter) py-3">
      <span className="mt-px w-20">
        <Badge tone={tone} dot>
          {label}
        </Badge>
      </span>
      <div className="flex min-w-52 flex-1 flex-col gap-0.5">
        <EventTitle names={eventNames(delivery.body)} id={delivery.id} />
        {receiver !== undefined && <bdi className="w-fit text-xs text-ink-3 wrap-anywhere">{receiver.name}</bdi>}
        {delivery.last_error !== null && (
          <bdi className="w-fit text-xs text-negative-text wrap-anywhere">
            <ServerText text={attemptError(delivery.last_error, delivery.last_status)} />
          </bdi>
        )}
      </div>
      <Progress delivery={delivery} is_enabled={receiver?.enabled === true} />
      {delivery.state === "dead" && <ResendButton id={delivery.id} source={source} />}
      {/* Last and full width. Next to the times, it would push them below its opened content on narrow screens. */}
      <div className="flex min-w-0 basis-full flex-wrap gap-x-4 gap-y-0.5 sm:ps-24">
        {children}
        {delivery.attempts > 0 && <Attempts delivery={delivery} source={source} />}
      </div>
    </LongListItem>
  );
}

/** Events in words, with their names for developers. The ID if the body has none. */
function EventTitle({ names, id }: { readonly names: readonly string[]; readonly id: string }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
      {names.length > 0 && <span className="text-sm font-medium">{list(names.map(eventLabel))}</span>}
      <bdi dir="ltr" className="font-mono text-xs text-ink-3">
        {names.join(", ") || id}
      </bdi>
    </span>
  );
}

interface RequestTextProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onToggle?: (open: boolean) => void;
}

/** Text that opens below its title. */
export function RequestText({ title, children, onToggle }: RequestTextProps) {
  return (
    <details
      className="text-xs text-ink-3 open:basis-full"
      {...(onToggle && { onToggle: ({ currentTarget }) => onToggle(currentTarget.open) })}
    >
      <summary className="w-fit rounded-xs py-1">{title}</summary>
      <pre dir="ltr" className="mt-1 rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap text-ink-2 wrap-anywhere">
        {children}
      </pre>
    </details>
  );
}

/** When it was due, how often it was tried, and when it is tried next. */
function Progress({ delivery, is_enabled }: { readonly delivery: StoredDelivery; readonly is_enabled: boolean }) {
  const { created_at, last_status, next_attempt_at } = delivery;
  const attempts = tCount(delivery.attempts, "{n} attempt", "{n} attempts");
  return (
    <div className="flex flex-col items-end gap-1 text-xs text-ink-3 tabular-nums max-sm:items-start">
      <RelativeTime at={created_at} />
      <span>
        {last_status === null ? attempts : t("{attempts}, {status}", { attempts, status: String(last_status) })}
      </span>
      {next_attempt_at !== null && delivery.attempts > 0 && is_enabled && (
        <span>
          <Sentence
            text="Next attempt at {time}"
            parts={{
              time: <time dateTime={next_attempt_at}>{timeOfDayWithSeconds(Date.parse(next_attempt_at))}</time>,
            }}
          />
        </span>
      )}
    </div>
  );
}

const RESEND_ROUTES = {
  webhooks: "POST /api/webhook-deliveries/:id/replay",
  destinations: "POST /api/destination-deliveries/:id/replay",
} as const;

function ResendButton({ id, source }: { readonly id: string; readonly source: DeliverySource }) {
  const { api } = useAppContext();
  const app = useApp();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.call(RESEND_ROUTES[source], { params: { id }, query: { app_id: app.id } });
      toast.done({ title: t("Delivery resent") });
    } catch (error) {
      toast.problem(asProblem(error));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: [source, app.id] });
    }
  };
  return (
    <Button size="sm" icon={<RotateCw />} busy={busy} onClick={() => void resend()}>
      {t("Resend")}
    </Button>
  );
}
