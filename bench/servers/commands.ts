/** IPC messages between a benchmark and its server process. */
export type BenchCommand =
  | { readonly kind: "publish"; readonly messages: number; readonly gap_ms: number; readonly channels: number }
  /** `collect`: run garbage collection first, to measure only live memory. */
  | { readonly kind: "usage"; readonly collect?: boolean };

export type BenchReport =
  | { readonly kind: "ready"; readonly port: number }
  | { readonly kind: "published" }
  | { readonly kind: "usage"; readonly cpu_us: number; readonly rss_bytes: number };

export const BENCH_APP = { id: "1", key: "bench-key", secret: "the-secret-of-the-bench" } as const;
/** Another app on the same server. */
export const HERD_APP = { id: "2", key: "herd-key", secret: "the-secret-of-the-herd" } as const;

/** Signs in to change the app. */
export const BENCH_OWNER = { email: "owner@example.com", password: "a long pass phrase" } as const;

/** Event that every server under test delivers: about 300 bytes, like a shop's order. */
export const EVENT_NAME = "order.created";
export const EVENT_DATA = JSON.stringify({ id: 4711, customer: "Ada Lovelace", total: 129.9, note: "x".repeat(180) });
export const channelName = (index: number): string => `bench-${String(index).padStart(3, "0")}`;
export const eventFrame = (channel: string): string => JSON.stringify({ event: EVENT_NAME, channel, data: EVENT_DATA });

/** Handles IPC commands. `publishOne` sends one event on one channel. */
export function handleCommands(port: number, publishOne: (channel: string) => void): void {
  const report = (message: BenchReport): void => {
    process.send?.(message);
  };
  process.on("message", async (order: BenchCommand) => {
    switch (order.kind) {
      case "usage": {
        if (order.collect === true) Bun.gc(true);
        const { user, system } = process.cpuUsage();
        report({ kind: "usage", cpu_us: user + system, rss_bytes: process.memoryUsage().rss });
        return;
      }
      case "publish": {
        for (let sent = 0; sent < order.messages; sent++) {
          publishOne(channelName(sent % order.channels));
          if (order.gap_ms > 0) await Bun.sleep(order.gap_ms);
        }
        report({ kind: "published" });
        return;
      }
    }
  });
  report({ kind: "ready", port });
}
