import type { Clock } from "@fanfare/contract/lib/clock";
import { Hono } from "hono";
import type { Log } from "../lib/log.ts";
import { pingDatabase } from "../store/statements/accounts/workspace.ts";
import type { Store } from "../store/store.ts";

export interface HealthDeps {
  readonly clock: Clock;
  readonly store: Pick<Store, "db">;
  readonly isStopping: () => boolean;
  readonly log: Log;
}

const STORE_TIMEOUT_MS = 2_000;

/** `/healthz`: the process responds. `/readyz`: it's ready for traffic. Both are public and reveal nothing else. */
export function healthRoutes(deps: HealthDeps): Hono {
  return new Hono()
    .get("/healthz", (c) => c.json({ status: "alive" }, 200, { "Cache-Control": "no-store" }))
    .get("/readyz", async (c) => {
      const reason = deps.isStopping() ? "stopping" : await checkStore(deps);
      return reason === undefined
        ? c.json({ status: "ready" }, 200, { "Cache-Control": "no-store" })
        : c.json({ status: "not_ready", reason }, 503, { "Cache-Control": "no-store" });
    });
}

async function checkStore({ clock, store, log }: HealthDeps): Promise<"store_unavailable" | undefined> {
  const never = Promise.withResolvers<never>();
  const cancel = clock.after(STORE_TIMEOUT_MS, () => never.reject(new Error("The database responds too slowly.")));
  try {
    await Promise.race([pingDatabase(store.db), never.promise]);
    return undefined;
  } catch (error) {
    log.warn("not_ready", { error });
    return "store_unavailable";
  } finally {
    cancel();
  }
}
