import type { AppId } from "@fanfare/contract/lib/ids";
import type { Vault } from "../../lib/vault.ts";
import { recordDelivery } from "../../store/statements/realtime/live-update-deliveries.ts";
import { openMessagePush } from "../../store/statements/realtime/message-pushes.ts";
import type { WriteDeps } from "../../store/store.ts";
import { readMessageLink } from "../live-updates/message-links.ts";

export interface PushClickDeps extends WriteDeps {
  readonly vault: Pick<Vault, "deriveAll">;
}

/** Delivery of a notification, beside those of the person's pages. */
const PUSH_DEVICE = "push";

/** Counts the live update as acted on. Does nothing for a token of another server or app, or of an erased person. */
export async function recordPushClick(deps: PushClickDeps, app_id: AppId, token: string): Promise<void> {
  const link = await readMessageLink(deps, "push", token);
  if (link === undefined) return;
  const { db } = deps.store;
  const at = deps.clock.now();
  const opened = openMessagePush(db, link.live_update_id, link.person_id, at);
  const acted = recordDelivery(db, { ...link, app_id, device: PUSH_DEVICE, state: "acted", at });
  // Only the first click of a notification that was sent counts.
  await deps.store.write([{ query: opened, expect: 1 }, { query: acted }]);
}
