import { clientRegistry, type UntilKind, untilKind } from "./client-reports.ts";
import { type NodeProcess, startNode } from "./node-process.ts";

export type CoreReport =
  | { readonly kind: "started"; readonly connection_id: string | null }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "closed" | "reconnecting"; readonly error?: string }
  | { readonly kind: "reconnected"; readonly connection_id: string }
  | { readonly kind: "callback"; readonly name: string; readonly args: readonly unknown[] }
  | { readonly kind: "answer"; readonly call: number; readonly result?: unknown; readonly error?: string }
  | { readonly kind: "item"; readonly call: number; readonly item: unknown }
  | { readonly kind: "completed"; readonly call: number; readonly error?: string };

interface CoreCommand {
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

export interface CoreClient {
  readonly reports: readonly CoreReport[];
  /** Returns the first past or future report of this kind that matches. Fails on timeout. */
  readonly until: UntilKind<CoreReport>;
  started(): Promise<string>;
  /** Returns a method's result, or the text of its error. */
  invoke(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Returns the number of the call. */
  stream(method: string, ...args: readonly unknown[]): number;
  cancel(call: number): void;
  received(callback: string): readonly (readonly unknown[])[];
  items(call: number): readonly unknown[];
  stop(): void;
}

export interface CoreClients {
  open(options: CoreOptions): CoreClient;
  stop(): Promise<void>;
}

export async function startCoreClients(): Promise<CoreClients> {
  const node: NodeProcess<CoreCommand, CoreReport & { readonly id: number }> = await startNode("signalr-core.cjs");
  const admit = clientRegistry<CoreCommand, CoreReport>(node);

  return {
    stop: () => node.stop(),
    open(options) {
      const { id, reports } = admit();
      const until = untilKind(reports);
      let calls = 0;
      node.send({ id, order: "open", ...options });
      return {
        reports: reports.all,
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
        received: (callback) =>
          reports.all.flatMap((report) =>
            report.kind === "callback" && report.name === callback ? [report.args] : [],
          ),
        items: (call) =>
          reports.all.flatMap((report) => (report.kind === "item" && report.call === call ? [report.item] : [])),
        stop: () => node.send({ id, order: "stop" }),
      };
    },
  };
}
