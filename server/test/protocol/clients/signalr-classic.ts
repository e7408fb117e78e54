import { clientRegistry, type UntilKind, untilKind } from "./client-reports.ts";
import { type NodeProcess, startNode } from "./node-process.ts";

export type ClassicReport =
  | {
      readonly kind: "state";
      readonly state: "connecting" | "connected" | "reconnecting" | "disconnected";
      readonly connection_id: string | undefined;
      readonly transport: string | undefined;
    }
  | { readonly kind: "started"; readonly connection_id: string; readonly transport: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "error"; readonly message: string; readonly status: number | undefined }
  | { readonly kind: "reconnected" }
  | { readonly kind: "callback"; readonly name: string; readonly args: readonly unknown[] }
  | {
      readonly kind: "answer";
      readonly call: number;
      readonly result?: unknown;
      readonly error?: { readonly message: string; readonly source: string; readonly data: unknown };
    };

type ReportOf<Name extends ClassicReport["kind"]> = Extract<ClassicReport, { kind: Name }>;

interface ClassicCommand {
  readonly id: number;
  readonly order: "open" | "invoke" | "stop";
  readonly [argument: string]: unknown;
}

export interface ClassicOptions {
  /** Server's URL as seen by the page. */
  readonly server: string;
  readonly page_url: string;
  readonly qs: Readonly<Record<string, string>>;
  readonly start?: Readonly<Record<string, unknown>>;
  /** Whether the page listens to the hub. Default: true. */
  readonly hub?: boolean;
}

export interface ClassicPage {
  readonly reports: readonly ClassicReport[];
  /** Returns the first past or future report of this kind that matches. Fails on timeout. */
  readonly until: UntilKind<ClassicReport>;
  started(): Promise<ReportOf<"started">>;
  /** Returns a hub method's result, including errors. */
  invoke(method: string, ...args: readonly unknown[]): Promise<ReportOf<"answer">>;
  received(callback: string): readonly (readonly unknown[])[];
  stop(): void;
}

export interface ClassicClients {
  open(options: ClassicOptions): ClassicPage;
  stop(): Promise<void>;
}

export async function startClassicClients(): Promise<ClassicClients> {
  const node: NodeProcess<ClassicCommand, ClassicReport & { readonly id: number }> =
    await startNode("signalr-classic.cjs");
  const admit = clientRegistry<ClassicCommand, ClassicReport>(node);

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
        started: () => until("started"),
        invoke(method, ...args) {
          const call = calls++;
          node.send({ id, order: "invoke", call, method, args });
          return until("answer", (report) => report.call === call);
        },
        received: (callback) =>
          reports.all.flatMap((report) =>
            report.kind === "callback" && report.name === callback ? [report.args] : [],
          ),
        stop: () => node.send({ id, order: "stop" }),
      };
    },
  };
}
