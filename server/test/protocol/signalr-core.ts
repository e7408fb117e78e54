import { type NodeProcess, startNode } from "./node-process.ts";

/** What a client of ASP.NET Core SignalR told its page. */
export type CoreReport =
  | { readonly kind: "started"; readonly connection_id: string | null }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "closed" | "reconnecting"; readonly error?: string }
  | { readonly kind: "reconnected"; readonly connection_id: string }
  | { readonly kind: "callback"; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: "answer"; readonly call: number; readonly result?: unknown; readonly error?: string }
  | { readonly kind: "item"; readonly call: number; readonly item: unknown }
  | { readonly kind: "completed"; readonly call: number; readonly error?: string };

type Kind = CoreReport["kind"];
type ReportOf<Name extends Kind> = Extract<CoreReport, { kind: Name }>;

interface CoreOrder {
  readonly id: number;
  readonly order: "open" | "invoke" | "stream" | "cancel" | "stop";
  readonly [argument: string]: unknown;
}

export interface CoreOptions {
  readonly url: string;
  readonly transport?: "WebSockets" | "ServerSentEvents" | "LongPolling";
  readonly skip_negotiation?: boolean;
  readonly token?: string;
  readonly messagepack?: boolean;
  readonly stateful?: boolean;
  readonly reconnect?: boolean;
}

/** One client with one connection. */
export interface CoreClient {
  readonly reports: readonly CoreReport[];
  /** The report of this kind that comes first and fits, past or to come; fails when none comes in time. */
  until<Name extends Kind>(kind: Name, fits?: (report: ReportOf<Name>) => boolean): Promise<ReportOf<Name>>;
  /** Resolves with the id of the connection. */
  started(): Promise<string>;
  /** What a method answers: its result, or the text of its error. */
  invoke(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Answers the number of the call. */
  stream(method: string, ...args: readonly unknown[]): number;
  cancel(call: number): void;
  /** Arguments of all calls of this callback so far. */
  heard(callback: string): readonly (readonly unknown[])[];
  items(call: number): readonly unknown[];
  stop(): void;
}

/** A Node process with such clients in it. */
export interface CoreClients {
  open(options: CoreOptions): CoreClient;
  stop(): Promise<void>;
}

const WAIT_MS = 30_000;

export async function startCoreClients(): Promise<CoreClients> {
  const node: NodeProcess<CoreOrder, CoreReport & { readonly id: number }> = await startNode("signalr-core.cjs");
  const clients: ((report: CoreReport) => void)[] = [];
  node.onReport((report) => clients[report.id]?.(report));

  return {
    stop: () => node.stop(),
    open(options) {
      const id = clients.length;
      const reports: CoreReport[] = [];
      const waiting = new Set<() => void>();
      let calls = 0;
      clients.push((report) => {
        reports.push(report);
        for (const look of waiting) look();
      });
      const until: CoreClient["until"] = <Name extends Kind>(
        kind: Name,
        fits: (report: ReportOf<Name>) => boolean = () => true,
      ) => {
        const { promise, resolve, reject } = Promise.withResolvers<ReportOf<Name>>();
        const isIt = (report: CoreReport): report is ReportOf<Name> =>
          // Cast: the kind was compared.
          report.kind === kind && fits(report as ReportOf<Name>);
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`No ${kind} within ${WAIT_MS} ms. Heard: ${JSON.stringify(reports, null, 1)}`));
        }, WAIT_MS);
        const look = (): void => {
          const found = reports.find(isIt);
          if (found === undefined) return;
          waiting.delete(look);
          clearTimeout(timer);
          resolve(found);
        };
        waiting.add(look);
        look();
        return promise;
      };
      node.send({ id, order: "open", ...options });
      return {
        reports,
        until,
        started: async () => (await until("started")).connection_id ?? "",
        async invoke(method, ...args) {
          const call = calls++;
          node.send({ id, order: "invoke", call, method, args });
          const { result, error } = await until("answer", (report) => report.call === call);
          return error ?? result;
        },
        stream(method, ...args) {
          const call = calls++;
          node.send({ id, order: "stream", call, method, args });
          return call;
        },
        cancel: (call) => node.send({ id, order: "cancel", call }),
        heard: (callback) =>
          reports.flatMap((report) => (report.kind === "callback" && report.name === callback ? [report.args] : [])),
        items: (call) =>
          reports.flatMap((report) => (report.kind === "item" && report.call === call ? [report.item] : [])),
        stop: () => node.send({ id, order: "stop" }),
      };
    },
  };
}
