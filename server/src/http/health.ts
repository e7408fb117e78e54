import { Hono } from "hono";

export interface HealthDeps {
  /** Why the server shouldn't get traffic. Undefined if it may. */
  readonly notReadyReason: () => Promise<string | undefined>;
  /** What doesn't work while the server may get traffic. Undefined if everything works. */
  readonly degradedReason?: (() => string | undefined) | undefined;
}

/** `/healthz`: the process responds. `/readyz`: it's ready for traffic. Both are public and reveal nothing else. */
export function healthRoutes({ notReadyReason, degradedReason }: HealthDeps): Hono {
  return new Hono()
    .get("/healthz", (c) => c.json({ status: "alive" }, 200, { "Cache-Control": "no-store" }))
    .get("/readyz", async (c) => {
      const reason = await notReadyReason();
      const degraded = degradedReason?.();
      return reason === undefined
        ? c.json({ status: "ready", degraded }, 200, { "Cache-Control": "no-store" })
        : c.json({ status: "not_ready", reason }, 503, { "Cache-Control": "no-store" });
    });
}
