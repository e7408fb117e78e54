import { TRANSPORTS, type Transport } from "@fanfare/contract/realtime/transport";
import { useQuery } from "@tanstack/react-query";
import { useApp, useAppContext } from "../../lib/app-context.ts";
import { number } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { PULSES_SHOWN, totalConnections, usePulses } from "../../lib/pulse-history.ts";
import { realtimeQueries } from "../../lib/queries/realtime.ts";
import { SeriesTable } from "../../ui/elements/series-table.tsx";
import { Sparkline } from "../../ui/elements/sparkline.tsx";
import { LiveDot } from "../../ui/feedback/live-dot.tsx";

const TRANSPORT_LABELS: Readonly<Record<Transport, { readonly protocol: string; readonly carrier: string }>> = {
  pusher_websocket: { protocol: "Pusher", carrier: "WebSocket" },
  pusher_http: { protocol: "Pusher", carrier: t("HTTP streaming or polling") },
  core_websocket: { protocol: t("ASP.NET Core SignalR"), carrier: "WebSocket" },
  core_sse: { protocol: t("ASP.NET Core SignalR"), carrier: t("Server-Sent Events") },
  core_poll: { protocol: t("ASP.NET Core SignalR"), carrier: t("Long polling") },
  classic_websocket: { protocol: t("Classic SignalR"), carrier: "WebSocket" },
  classic_sse: { protocol: t("Classic SignalR"), carrier: t("Server-Sent Events") },
  classic_poll: { protocol: t("Classic SignalR"), carrier: t("Long polling") },
};

export function Connections() {
  const { api } = useAppContext();
  const app = useApp();
  const at_first = useQuery(realtimeQueries.connections(api, app.id));
  const { pulses, connection } = usePulses();
  const newest = pulses.at(-1);
  const now = newest ?? at_first.data;
  const total = now === undefined ? 0 : totalConnections(now);
  const figures = [
    {
      label: t("Connections"),
      value: now === undefined ? undefined : total,
      values: pulses.map(totalConnections),
    },
    {
      label: t("New connections per second"),
      value: newest?.connects_per_s,
      values: pulses.map(({ connects_per_s }) => connects_per_s),
    },
    {
      label: t("Events per second"),
      value: newest?.events_per_s,
      values: pulses.map(({ events_per_s }) => events_per_s),
    },
  ];
  return (
    <div className="flex flex-col gap-6 px-(--gutter) py-6">
      <div className="flex flex-col gap-1.5">
        <div className="grid gap-2 sm:grid-cols-3 sm:gap-3">
          {figures.map((figure) => (
            <Figure key={figure.label} {...figure} />
          ))}
        </div>
        <SeriesTable
          label={t("Activity")}
          note={
            pulses.length < PULSES_SHOWN ? t("Activity since you opened this page") : t("Activity in the last minute")
          }
          series={figures}
        />
      </div>
      <section aria-labelledby="transports" className="flex flex-col gap-2">
        <div className="flex items-center gap-3">
          <h2 id="transports" className="flex-1 text-md font-semibold">
            {t("By transport")}
          </h2>
          <LiveDot state={connection} />
        </div>
        <TransportTable connections={now?.connections} total={total} />
      </section>
    </div>
  );
}

interface TransportTableProps {
  /** Undefined until the first are counted. */
  readonly connections: Readonly<Partial<Record<Transport, number>>> | undefined;
  readonly total: number;
}

function TransportTable({ connections, total }: TransportTableProps) {
  return (
    <table className="w-full border-separate border-spacing-0 text-sm">
      <caption className="sr-only">{t("Connections by transport")}</caption>
      <thead>
        <tr className="text-start text-xs text-ink-3">
          <th scope="col" className="h-8 border-b border-line text-start font-medium">
            {t("Protocol")}
          </th>
          <th scope="col" className="h-8 border-b border-line text-start font-medium">
            {t("Transport")}
          </th>
          <th scope="col" className="h-8 border-b border-line text-end font-medium">
            {t("Connections")}
          </th>
          <td className="w-1/3 border-b border-line max-sm:hidden" />
        </tr>
      </thead>
      <tbody>
        {TRANSPORTS.map((transport) => {
          const count = connections?.[transport] ?? 0;
          return (
            <tr key={transport} className={count === 0 ? "text-ink-3" : undefined}>
              <td className="h-10 border-b border-line py-2 pe-3">{TRANSPORT_LABELS[transport].protocol}</td>
              <td className="border-b border-line py-2 pe-3">{TRANSPORT_LABELS[transport].carrier}</td>
              <td className="border-b border-line text-end tabular-nums">{count}</td>
              <td className="border-b border-line ps-4 max-sm:hidden">
                <span className="block overflow-hidden rounded-full bg-fill">
                  <span
                    className="block h-1.5 rounded-full bg-accent"
                    style={{ width: `${total === 0 ? 0 : (count / total) * 100}%` }}
                  />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly values: readonly number[];
}

function Figure({ label, value, values }: FigureProps) {
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line p-4">
      <div className="flex flex-col gap-0.5">
        <span className="text-xs font-medium text-ink-3">{label}</span>
        <span className="text-xl font-semibold tabular-nums">{value === undefined ? "–" : number(value)}</span>
      </div>
      <Sparkline values={values} places={PULSES_SHOWN} />
    </div>
  );
}
