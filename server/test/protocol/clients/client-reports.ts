import type { NodeProcess } from "./node-process.ts";

export interface ClientReports<Report> {
  readonly all: readonly Report[];
  /** Returns the first past or future report that matches. On timeout, fails with the reports so far. */
  until(what: string, fits: (report: Report) => boolean): Promise<Report>;
}

const WAIT_MS = 30_000;

/**
 * Assigns each client of a process an ID and its own reports.
 *
 * @example
 * const admit = clientsOf(await startNode<Order, Report & { id: number }>("pusher-js.cjs"));
 * const { id, reports } = admit();
 */
export function clientRegistry<Order, Report>(
  node: Pick<NodeProcess<Order, Report & { readonly id: number }>, "onReport">,
): () => { readonly id: number; readonly reports: ClientReports<Report> } {
  const clients: ((report: Report) => void)[] = [];
  node.onReport((report) => clients[report.id]?.(report));
  return () => {
    const id = clients.length;
    const all: Report[] = [];
    const waiting = new Set<() => void>();
    clients.push((report) => {
      all.push(report);
      for (const look of waiting) look();
    });
    const until: ClientReports<Report>["until"] = (what, fits) => {
      const { promise, resolve, reject } = Promise.withResolvers<Report>();
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(new Error(`No ${what} within ${WAIT_MS} ms. Heard: ${JSON.stringify(all, null, 1)}`));
      }, WAIT_MS);
      const look = (): void => {
        const found = all.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        clearTimeout(timer);
        resolve(found);
      };
      waiting.add(look);
      look();
      return promise;
    };
    return { id, reports: { all, until } };
  };
}

type ReportOf<Report extends { readonly kind: string }, Kind extends Report["kind"]> = Extract<
  Report,
  { readonly kind: Kind }
>;

export type UntilKind<Report extends { readonly kind: string }> = <Kind extends Report["kind"]>(
  kind: Kind,
  fits?: (report: ReportOf<Report, Kind>) => boolean,
) => Promise<ReportOf<Report, Kind>>;

/** {@link ClientReports.until} for reports discriminated by `kind`. */
export function untilKind<Report extends { readonly kind: string }>(reports: ClientReports<Report>): UntilKind<Report> {
  return async (kind, fits = () => true) => {
    type Wanted = ReportOf<Report, typeof kind>;
    // Casts: the kind was checked.
    const found = await reports.until(kind, (report) => report.kind === kind && fits(report as Wanted));
    return found as Wanted;
  };
}
