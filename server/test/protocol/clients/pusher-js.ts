import { type ClientReports, clientRegistry } from "./client-reports.ts";
import { type NodeProcess, startNode } from "./node-process.ts";

export type PageReport =
  | { readonly kind: "state"; readonly state: string; readonly socket_id: string | undefined }
  | { readonly kind: "error"; readonly error: unknown }
  | { readonly kind: "message"; readonly event: string; readonly data: unknown }
  | { readonly kind: "global"; readonly event: string; readonly data: unknown }
  | {
      readonly kind: "event";
      readonly channel: string;
      readonly event: string;
      readonly data: unknown;
    }
  | {
      readonly kind: "received";
      readonly channel: string;
      readonly event: string;
      readonly data: unknown;
      readonly metadata: { readonly user_id?: string };
    }
  | { readonly kind: "triggered"; readonly sent: boolean }
  | { readonly kind: "user" | "watchlist"; readonly event: string; readonly data: unknown };

interface PageCommand {
  readonly id: number;
  readonly order: "connect" | "subscribe" | "listen" | "unsubscribe" | "trigger" | "signin" | "disconnect";
  readonly [argument: string]: unknown;
}

export interface Page {
  readonly reports: readonly PageReport[];
  socketId(): string;
  subscribe(channel: string): void;
  /** Listens to one event. Its reports have the kind `received`. */
  listen(channel: string, event: string): void;
  unsubscribe(channel: string): void;
  trigger(channel: string, event: string, data: unknown): void;
  signin(): void;
  disconnect(): void;
  /** Returns the first past or future report that matches. Fails on timeout. */
  readonly until: ClientReports<PageReport>["until"];
  connected(): Promise<void>;
  /** Returns the data of the channel's first event of this name. */
  event(channel: string, event: string): Promise<unknown>;
  subscribed(channel: string): Promise<unknown>;
}

export interface PusherJs {
  open(key: string, options: Readonly<Record<string, unknown>>): Page;
  stop(): Promise<void>;
}

export async function startPusherJs(environment: Readonly<Record<string, string>> = {}): Promise<PusherJs> {
  const node: NodeProcess<PageCommand, PageReport & { readonly id: number }> = await startNode(
    "pusher-js.cjs",
    environment,
  );
  const admit = clientRegistry<PageCommand, PageReport>(node);

  return {
    stop: () => node.stop(),
    open(key, options) {
      const { id, reports } = admit();
      const { until } = reports;
      const event: Page["event"] = async (channel, name) => {
        const report = await until(
          `${name} on ${channel}`,
          (candidate) => candidate.kind === "event" && candidate.channel === channel && candidate.event === name,
        );
        return report.kind === "event" ? report.data : undefined;
      };
      node.send({ id, order: "connect", key, options });
      return {
        reports: reports.all,
        socketId() {
          const last = reports.all.findLast((report) => report.kind === "state" && report.state === "connected");
          return last?.kind === "state" ? (last.socket_id ?? "") : "";
        },
        subscribe: (channel) => node.send({ id, order: "subscribe", channel }),
        listen: (channel, name) => node.send({ id, order: "listen", channel, event: name }),
        unsubscribe: (channel) => node.send({ id, order: "unsubscribe", channel }),
        trigger: (channel, name, data) => node.send({ id, order: "trigger", channel, event: name, data }),
        signin: () => node.send({ id, order: "signin" }),
        disconnect: () => node.send({ id, order: "disconnect" }),
        until,
        async connected() {
          await until("connection", (report) => report.kind === "state" && report.state === "connected");
        },
        event,
        subscribed: (channel) => event(channel, "pusher:subscription_succeeded"),
      };
    },
  };
}
