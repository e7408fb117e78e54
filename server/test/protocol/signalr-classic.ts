import { type NodeProcess, startNode } from "./node-process.ts";

/** What a page of classic SignalR heard. */
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

type Kind = ClassicReport["kind"];
type ReportOf<Name extends Kind> = Extract<ClassicReport, { kind: Name }>;

interface ClassicOrder {
  readonly id: number;
  readonly order: "open" | "invoke" | "stop";
  readonly [argument: string]: unknown;
}

export interface ClassicOptions {
  /** Where the server is, as the page knows it. */
  readonly server: string;
  /** Where the page itself is. */
  readonly page_url: string;
  readonly qs: Readonly<Record<string, string>>;
  readonly start?: Readonly<Record<string, unknown>>;
  /** Whether the page listens to the hub; it does by default. */
  readonly hub?: boolean;
}

/** One page with one connection. */
export interface ClassicPage {
  readonly reports: readonly ClassicReport[];
  /** The report of this kind that comes first and fits, past or to come; fails when none comes in time. */
  until<Name extends Kind>(kind: Name, fits?: (report: ReportOf<Name>) => boolean): Promise<ReportOf<Name>>;
  /** Resolves with the connection's id once it is started. */
  started(): Promise<ReportOf<"started">>;
  /** What a method of the hub answers; an error is answered as it is. */
  invoke(method: string, ...args: readonly unknown[]): Promise<ReportOf<"answer">>;
  /** Arguments of all calls of this callback so far. */
  heard(callback: string): readonly (readonly unknown[])[];
  stop(): void;
}

/** A Node process with pages of classic SignalR in it. */
export interface ClassicClients {
  open(options: ClassicOptions): ClassicPage;
  stop(): Promise<void>;
}

const WAIT_MS = 30_000;

export async function startClassicClients(): Promise<ClassicClients> {
  const node: NodeProcess<ClassicOrder, ClassicReport & { readonly id: number }> =
    await startNode("signalr-classic.cjs");
  const pages: ((report: ClassicReport) => void)[] = [];
  node.onReport((report) => pages[report.id]?.(report));

  return {
    stop: () => node.stop(),
    open(options) {
      const id = pages.length;
      const reports: ClassicReport[] = [];
      const waiting = new Set<() => void>();
      let calls = 0;
      pages.push((report) => {
        reports.push(report);
        for (const look of waiting) look();
      });
      const until: ClassicPage["until"] = <Name extends Kind>(
        kind: Name,
        fits: (report: ReportOf<Name>) => boolean = () => true,
      ) => {
        const { promise, resolve, reject } = Promise.withResolvers<ReportOf<Name>>();
        // Cast: the kind was compared.
        const isIt = (report: ClassicReport): report is ReportOf<Name> =>
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
        started: () => until("started"),
        invoke(method, ...args) {
          const call = calls++;
          node.send({ id, order: "invoke", call, method, args });
          return until("answer", (report) => report.call === call);
        },
        heard: (callback) =>
          reports.flatMap((report) => (report.kind === "callback" && report.name === callback ? [report.args] : [])),
        stop: () => node.send({ id, order: "stop" }),
      };
    },
  };
}
