/** A script of this folder in its own Node process, where official clients run unmodified. */
export interface NodeProcess<Order, Report> {
  send(order: Order): void;
  onReport(listener: (report: Report) => void): void;
  stop(): Promise<void>;
}

export async function startNode<Order, Report>(
  script: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<NodeProcess<Order, Report>> {
  const listeners: ((report: Report) => void)[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const child = Bun.spawn(["node", new URL(`./${script}`, import.meta.url).pathname], {
    env: { ...process.env, ...environment },
    stdout: "inherit",
    stderr: "inherit",
    serialization: "json",
    ipc(report: Report | { kind: "ready" }) {
      if (typeof report === "object" && report !== null && "kind" in report && report.kind === "ready")
        return resolve();
      // Cast: every message after the first is a report.
      for (const listener of listeners) listener(report as Report);
    },
  });
  await Promise.race([
    ready,
    child.exited.then((code) => Promise.reject(new Error(`${script} ended with ${code} before it was ready.`))),
  ]);
  return {
    send: (order) => {
      child.send(order);
    },
    onReport: (listener) => listeners.push(listener),
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}
