import type { WebhookAttempt } from "@fanfare/contract/schema/responses/realtime/webhook";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../../lib/app-context.ts";
import { formatExact, timeOfDayWithSeconds } from "../../../lib/i18n/format.ts";
import { t } from "../../../lib/i18n/t.ts";
import { apiQuery } from "../../../lib/queries/api-query.ts";
import { formatDuration } from "../../../model/rates.ts";
import { Badge, type Tone } from "../../../ui/elements/badge.tsx";
import { Spinner } from "../../../ui/elements/spinner.tsx";
import { QueryProblem } from "../../../ui/feedback/problem-notice.tsx";
import { ServerText } from "../../../ui/feedback/server-text.tsx";
import { attemptError } from "./attempt-error.ts";
import type { DeliverySource, StoredDelivery } from "./delivery-source.ts";
import { formatJson } from "./request-text.ts";

const ATTEMPT_ROUTES = {
  webhooks: "GET /api/webhook-deliveries/:id/attempts",
  destinations: "GET /api/destination-deliveries/:id/attempts",
} as const;

interface AttemptsProps {
  readonly delivery: StoredDelivery;
  readonly source: DeliverySource;
}

/** Result of each attempt. */
export function Attempts(props: AttemptsProps) {
  return (
    <section className="flex flex-col gap-1.5 text-xs text-ink-3">
      <h3 className="font-medium text-ink-2">{t("Attempts")}</h3>
      <AttemptList {...props} />
    </section>
  );
}

function AttemptList({ delivery: { id, attempts, state }, source }: AttemptsProps) {
  const { api } = useAppContext();
  const app = useApp();
  const query = useQuery({
    ...apiQuery(api, [source, app.id, "attempts", id, attempts, state], ATTEMPT_ROUTES[source], {
      params: { id },
      query: { app_id: app.id },
    }),
    placeholderData: keepPreviousData,
  });
  if (query.data === undefined) return query.isError ? <QueryProblem of={query} /> : <Spinner />;
  if (query.data.items.length === 0) return <p className="py-1">{t("No attempt details were stored.")}</p>;
  return (
    <ol aria-label={t("Attempts")} className="flex flex-col divide-y divide-line rounded-md border border-line">
      {query.data.items.map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
    </ol>
  );
}

function Attempt({ attempt: { at, duration_ms, status, error, answer } }: { readonly attempt: WebhookAttempt }) {
  const at_ms = Date.parse(at);
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 tabular-nums">
        <Badge tone={attemptTone(status)}>{status === null ? t("No response") : String(status)}</Badge>
        <time dateTime={at} title={formatExact(at_ms)}>
          {timeOfDayWithSeconds(at_ms)}
        </time>
        <span>{formatDuration(duration_ms)}</span>
      </div>
      {error !== null && (
        <bdi className="w-fit text-negative-text wrap-anywhere">
          <ServerText text={attemptError(error, status)} />
        </bdi>
      )}
      {answer !== "" && (
        <pre
          dir="ltr"
          className="max-h-40 overflow-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap text-ink-2 wrap-anywhere"
        >
          {formatJson(answer)}
        </pre>
      )}
    </li>
  );
}

function attemptTone(status: number | null): Tone {
  return status !== null && status >= 200 && status < 300 ? "positive" : "negative";
}
