import type { WebhookDelivery } from "@fanfare/contract/schema/responses/realtime/webhook";
import { useQueryClient } from "@tanstack/react-query";
import { ChevronRight, RotateCw } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { list, timeOfDayWithSeconds } from "../../../lib/i18n/format.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { toast } from "../../../lib/toast.ts";
import { cx } from "../../../ui/cx.ts";
import { Badge, type Tone } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { CodeBlock } from "../../../ui/elements/code-block.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { ServerText } from "../../../ui/feedback/server-text.tsx";
import { LongListItem } from "../../../ui/table/long-list.tsx";
import { eventLabel, eventNames } from "../events.ts";
import { attemptError } from "./attempt-error.ts";
import { Attempts } from "./attempts.tsx";
import type { DeliverySource, StoredDelivery } from "./delivery-source.ts";

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
  /** What was sent. Rendered when opened. */
  readonly children: ReactNode;
}

/** One line, with what went wrong below, that opens to the request and all attempts. */
export function Delivery({ delivery, source, receiver, children }: DeliveryProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <LongListItem className="border-b border-line">
      <div className="flex items-start gap-x-4 gap-y-1 px-(--gutter) py-2 hover:bg-fill/40 max-sm:flex-wrap">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-start gap-x-3 gap-y-1 rounded-sm py-0.5 text-start max-sm:basis-full max-sm:flex-wrap"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx(
              "mt-1 size-4 shrink-0 text-ink-3 transition-transform",
              open ? "rotate-90" : "rtl:rotate-180",
            )}
          />
          <Line delivery={delivery} receiver={receiver} />
        </button>
        {delivery.state === "dead" && <ResendButton id={delivery.id} source={source} />}
        <RelativeTime
          at={delivery.created_at}
          className="shrink-0 py-1.5 text-end text-xs text-ink-3 tabular-nums max-sm:ps-7 sm:w-28"
        />
      </div>
      <div
        id={id}
        hidden={!open}
        className="flex flex-col gap-4 px-(--gutter) pt-1 pb-4 sm:ps-[calc(var(--gutter)+1.75rem)]"
      >
        {open && delivery.attempts > 0 && <Attempts delivery={delivery} source={source} />}
        {open && children}
      </div>
    </LongListItem>
  );
}

function Line({ delivery, receiver }: Pick<DeliveryProps, "delivery" | "receiver">) {
  const { state, last_status, last_error, next_attempt_at } = delivery;
  const { tone, label } = STATES[state];
  const attempts = tCount(delivery.attempts, "{n} attempt", "{n} attempts");
  const waits = next_attempt_at !== null && delivery.attempts > 0 && receiver?.enabled === true;
  return (
    <>
      <span className="flex w-22 shrink-0">
        <Badge tone={tone} dot>
          {label}
        </Badge>
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5 py-px max-sm:order-last max-sm:basis-full max-sm:ps-7">
        <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5 wrap-anywhere lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <span className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
            <EventTitle names={eventNames(delivery.body)} id={delivery.id} />
          </span>
          {receiver !== undefined && <bdi className="text-xs text-ink-2">{receiver.name}</bdi>}
        </span>
        {(last_error !== null || waits) && (
          <span className="flex flex-wrap gap-x-2.5 text-xs wrap-anywhere">
            {last_error !== null && (
              <bdi className="text-negative-text">
                <ServerText text={attemptError(last_error, last_status)} />
              </bdi>
            )}
            {waits && <NextAttempt at={next_attempt_at} />}
          </span>
        )}
      </span>
      <span className="shrink-0 py-1 text-xs text-ink-3 tabular-nums lg:w-32">
        {last_status === null ? attempts : t("{attempts}, {status}", { attempts, status: String(last_status) })}
      </span>
    </>
  );
}

/** Events in words, with their names for developers. The ID if the body has none. */
function EventTitle({ names, id }: { readonly names: readonly string[]; readonly id: string }) {
  return (
    <>
      {names.length > 0 && <span className="text-sm font-medium">{list(names.map(eventLabel))}</span>}
      <bdi dir="ltr" className="font-mono text-xs text-ink-3">
        {names.join(", ") || id}
      </bdi>
    </>
  );
}

function NextAttempt({ at }: { readonly at: string }) {
  return (
    <span className="text-ink-3">
      <Sentence
        text="Next attempt at {time}"
        parts={{ time: <time dateTime={at}>{timeOfDayWithSeconds(Date.parse(at))}</time> }}
      />
    </span>
  );
}

interface SentTextProps {
  readonly title: string;
  readonly text: string;
  /** What Copy copies. Defaults to the text. */
  readonly copied?: string;
  readonly copy_label: string;
}

/** Text of a delivery that can be copied, under its title. */
export function SentText({ title, text, copied = text, copy_label }: SentTextProps) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-xs font-medium text-ink-2">{title}</h3>
      <CodeBlock code={text} copied={copied} copy_label={copy_label} />
    </section>
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
