import type { WebhookAttempt, WebhookAttemptsResponse, WebhookDelivery } from "@fanfare/contract/schema/webhook";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { waitInWords } from "../analytics/rates.ts";
import { useApp, useDoors } from "../doors.ts";
import { clockToSecond, exactly } from "../language/format.ts";
import { t, tKnown } from "../language/t.ts";
import { webhooksOf } from "../queries.ts";
import { searchOf, segment } from "../query-text.ts";
import { Badge, type Tone } from "../ui/badge.tsx";
import { QueryProblem } from "../ui/problem-notice.tsx";
import { ServerWords } from "../ui/server-words.tsx";
import { Spinner } from "../ui/spinner.tsx";

/** What came of each attempt, asked for when somebody looks. */
export function Attempts({ delivery }: { readonly delivery: WebhookDelivery }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="text-xs text-ink-3" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit rounded-xs py-1">{t("Attempts")}</summary>
      {open && <AttemptList delivery={delivery} />}
    </details>
  );
}

function AttemptList({ delivery: { id, attempts, state } }: { readonly delivery: WebhookDelivery }) {
  const { api } = useDoors();
  const app = useApp();
  const query = useQuery({
    // Another attempt, or a replay, makes it another list.
    queryKey: [...webhooksOf(app.id).queryKey, "attempts", id, attempts, state],
    queryFn: ({ signal }) => {
      const path = `webhook-deliveries/${segment(id)}/attempts?${searchOf({ app_id: app.id })}`;
      return api.call<WebhookAttemptsResponse>("GET", path, { signal });
    },
    placeholderData: keepPreviousData,
  });
  if (query.data === undefined) return query.isError ? <QueryProblem of={query} /> : <Spinner />;
  if (query.data.items.length === 0) return <p className="py-1">{t("What came of them was not kept.")}</p>;
  return (
    <ol aria-label={t("Attempts")} className="mt-1 flex flex-col divide-y divide-line rounded-md border border-line">
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
        <Badge tone={toneOf(status)}>{status === null ? t("No answer") : String(status)}</Badge>
        <time dateTime={at} title={exactly(at_ms)}>
          {clockToSecond(at_ms)}
        </time>
        <span>{waitInWords(duration_ms)}</span>
      </div>
      {error !== null && (
        <bdi className="w-fit text-negative-text wrap-anywhere">
          <ServerWords text={tKnown(error)} />
        </bdi>
      )}
      {answer !== "" && (
        <pre
          dir="ltr"
          className="max-h-40 overflow-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap text-ink-2 wrap-anywhere"
        >
          {answer}
        </pre>
      )}
    </li>
  );
}

function toneOf(status: number | null): Tone {
  return status !== null && status >= 200 && status < 300 ? "positive" : "negative";
}
