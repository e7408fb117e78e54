import type { Clock } from "@fanfare/contract/clock";
import { Hono } from "hono";
import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import { answersQueries } from "../store/workspace.ts";

export interface HealthDeps {
  readonly clock: Clock;
  readonly store: Pick<Store, "db">;
  readonly isStopping: () => boolean;
  readonly log: Log;
}

/** How long the database may take before the server says that it is not ready. */
const STORE_PATIENCE_MS = 2_000;

/** `/healthz`: the process answers. `/readyz`: it may be given traffic. Neither says more than that to strangers. */
export function healthRoutes(deps: HealthDeps): Hono {
  return new Hono()
    .get("/healthz", (c) => c.json({ status: "alive" }, 200, { "Cache-Control": "no-store" }))
    .get("/readyz", async (c) => {
      const reason = deps.isStopping() ? "stopping" : await storeTrouble(deps);
      return reason === undefined
        ? c.json({ status: "ready" }, 200, { "Cache-Control": "no-store" })
        : c.json({ status: "not_ready", reason }, 503, { "Cache-Control": "no-store" });
    });
}

async function storeTrouble({ clock, store, log }: HealthDeps): Promise<"store_unavailable" | undefined> {
  const patience = Promise.withResolvers<never>();
  const cancel = clock.after(STORE_PATIENCE_MS, () => patience.reject(new Error("The database is too slow.")));
  try {
    await Promise.race([answersQueries(store.db), patience.promise]);
    return undefined;
  } catch (error) {
    log.warn("not_ready", { error });
    return "store_unavailable";
  } finally {
    cancel();
  }
}
