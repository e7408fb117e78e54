import { SECOND_MS } from "@fanfare/contract/limits";
import type { Node } from "@fanfare/contract/schema/responses/accounts/server-health";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { DEGRADED_TEXTS } from "../../../components/degraded-texts.ts";
import { asProblem } from "../../../lib/api/api-problem.ts";
import { useAppContext } from "../../../lib/app-context.ts";
import { Sentence } from "../../../lib/i18n/sentence.tsx";
import { t, tCount } from "../../../lib/i18n/t.ts";
import { settingsQueries } from "../../../lib/queries/settings.ts";
import { toast } from "../../../lib/toast.ts";
import { Badge, type Tone } from "../../../ui/elements/badge.tsx";
import { Button } from "../../../ui/elements/button.tsx";
import { RelativeTime } from "../../../ui/elements/relative-time.tsx";
import { ConfirmDialog } from "../../../ui/overlay/confirm-dialog.tsx";
import type { DialogState } from "../../../ui/overlay/dialog.tsx";
import { Section } from "../../../ui/page/section.tsx";

const POLL_MS = 5 * SECOND_MS;

/** Servers of an installation on PostgreSQL. On SQLite, there is only this one, so the section isn't shown. */
export function NodesSection() {
  const { api } = useAppContext();
  const { data } = useQuery({ ...settingsQueries.nodes(api), refetchInterval: POLL_MS });
  if (data === undefined || data.items.length === 0) return null;
  const { items } = data;
  return (
    <Section title={t("Servers")} description={t("Each server reports every few seconds. All share one database.")}>
      <ul aria-label={t("Servers")} className="flex flex-col divide-y divide-line rounded-md border border-line">
        {items.map((node) => (
          <NodeItem key={node.id} node={node} last={!items.some((other) => other.id !== node.id && isServing(other))} />
        ))}
      </ul>
    </Section>
  );
}

function isServing({ alive, state }: Node): boolean {
  return alive && (state === "active" || state === "standby");
}

const STATES = {
  active: { label: t("Active##server"), tone: "positive" },
  standby: { label: t("Standby"), tone: "neutral" },
  draining: { label: t("Draining"), tone: "caution" },
  superseded: { label: t("Replaced"), tone: "negative" },
} as const satisfies Record<Node["state"], { label: string; tone: Tone }>;

function stateOf({ alive, state, degraded }: Node): { readonly label: string; readonly tone: Tone } {
  if (!alive && state !== "superseded") return { label: t("Not reporting"), tone: "negative" };
  return degraded !== null && state === "active" ? { label: t("Degraded"), tone: "caution" } : STATES[state];
}

interface NodeItemProps {
  readonly node: Node;
  /** No other server takes over its connections. */
  readonly last: boolean;
}

function NodeItem({ node, last }: NodeItemProps) {
  const [is_confirming, setConfirming] = useState(false);
  const { label, tone } = stateOf(node);
  const address = `${node.host}:${node.port}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3.5 py-3">
      <div className="flex min-w-40 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2 text-sm font-medium">
          <bdi dir="ltr" className="font-mono wrap-anywhere">
            {address}
          </bdi>
          {node.current && <Badge tone="accent">{t("This server")}</Badge>}
        </span>
        <span className="text-xs text-ink-2 tabular-nums">
          <Sentence
            text="{connections} · version {version} · started {when}"
            parts={{
              connections: tCount(node.connections, "{n} connection", "{n} connections"),
              version: <bdi dir="ltr">{node.version}</bdi>,
              when: <RelativeTime at={node.started_at} />,
            }}
          />
        </span>
        {node.degraded !== null && (
          <span className="text-xs text-caution-text">{DEGRADED_TEXTS[node.degraded].title}</span>
        )}
        <bdi dir="ltr" className="self-start font-mono text-xs text-ink-3 wrap-anywhere">
          {node.id}
        </bdi>
      </div>
      <Badge tone={tone} dot>
        {label}
      </Badge>
      {isServing(node) && (
        <Button size="sm" onClick={() => setConfirming(true)}>
          <Sentence text="Drain{hidden}" parts={{ hidden: <span className="sr-only"> {address}</span> }} />
        </Button>
      )}
      <DrainDialog node={node} address={address} last={last} open={is_confirming} onOpenChange={setConfirming} />
    </li>
  );
}

interface DrainDialogProps extends DialogState, NodeItemProps {
  readonly address: string;
}

function DrainDialog({ node, address, last, open, onOpenChange }: DrainDialogProps) {
  const { api } = useAppContext();
  const client = useQueryClient();
  const drain = useMutation({
    mutationFn: () => api.call("POST /api/nodes/:id/drain", { params: { id: node.id } }),
    onSuccess: (now) => {
      onOpenChange(false);
      toast.done({ title: t("Server is draining") });
      client.setQueryData(settingsQueries.nodes(api).queryKey, now);
    },
    onError: (error) => toast.problem(asProblem(error)),
  });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Drain {server}?", { server: address })}
      description={
        last
          ? t(
              "This is the only server. It stops when its connections are closed, and Fanfare is down until you start one.",
            )
          : t("Connections move to the other servers. This server then stops until someone starts it again.")
      }
      action={t("Drain server")}
      busy={drain.isPending}
      onConfirm={() => drain.mutate()}
    />
  );
}
