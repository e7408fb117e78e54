import { createHash } from "node:crypto";
import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import { HOUR_MS } from "@fanfare/contract/limits";
import { hubLimits } from "@fanfare/contract/limits/hub";
import {
  deleteTerminatedUsers,
  putTerminatedUser,
  terminatedSince,
} from "../../store/statements/realtime/terminated-users.ts";
import type { Store } from "../../store/store.ts";

/**
 * Users whose connections the backend terminated. A token that a client keeps for its connection, which would let it
 * continue after a restart or on another server, is refused if it was issued before.
 */
export interface TerminatedUsers {
  add(app_id: AppId, user_id: string): Promise<void>;
  wasTerminated: WasTerminated;
}

/** Whether one of these users was terminated since a moment in UTC milliseconds. */
export type WasTerminated = (app_id: AppId, user_ids: readonly string[], since_ms: number) => Promise<boolean>;

/**
 * @example
 * const users = createTerminatedUsers({ clock, store });
 * await users.add(app.id, "ada");
 */
export function createTerminatedUsers({
  clock,
  store,
}: {
  readonly clock: Pick<Clock, "now">;
  readonly store: Store;
}): TerminatedUsers {
  return {
    async add(app_id, user_id) {
      const now_ms = clock.now();
      await store.write([
        { query: deleteTerminatedUsers(store.db, now_ms - hubLimits.classic_token_hours_max * HOUR_MS) },
        { query: putTerminatedUser(store.db, { app_id, user_hash: hashOf(user_id), terminated_at: now_ms }) },
      ]);
    },
    wasTerminated: (app_id, user_ids, since_ms) => terminatedSince(store.db, app_id, user_ids.map(hashOf), since_ms),
  };
}

const hashOf = (user_id: string): string => createHash("sha256").update(user_id).digest("hex");
