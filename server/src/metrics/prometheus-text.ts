export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Metric family of the Prometheus text format. Label values come from fixed sets, never from callers. */
export function family(
  name: string,
  type: "gauge" | "counter",
  help: string,
  samples: number | readonly Sample[],
): string {
  const all = typeof samples === "number" ? [{ value: samples }] : samples;
  const lines = all.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

/** Counts per upper bound, not cumulative. `sum`: of all observations. */
export interface HistogramState {
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
  readonly count: number;
}

export function histogram(name: string, help: string, { bounds, counts, sum, count }: HistogramState): string {
  let below = 0;
  const buckets = bounds.map((bound, index) => {
    below += counts[index] ?? 0;
    return `${name}_bucket{le="${bound}"} ${below}\n`;
  });
  const total = `${name}_bucket{le="+Inf"} ${count}\n${name}_sum ${sum}\n${name}_count ${count}\n`;
  return `# HELP ${name} ${help}\n# TYPE ${name} histogram\n${buckets.join("")}${total}`;
}

export function perLabel(label: string, counts: Readonly<Record<string, number>>): readonly Sample[] {
  return Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));
}

function labelText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
