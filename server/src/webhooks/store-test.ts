import type { AppId, ReceiverId } from "@fanfare/contract/lib/ids";
import type { ReceiverTest } from "@fanfare/contract/schema/responses/realtime/receiver-test";
import { expediteDeliveries } from "../store/statements/realtime/webhook-deliveries.ts";
import type { Statement, WriteDeps } from "../store/store.ts";

interface StoreTestDeps extends WriteDeps {
  readonly webhooks: { refresh(app_id: AppId): Promise<void> };
}

/** Stores the audit entry of a test. A receiver that works again gets what waits for it now, not after its pause. */
export async function storeTest(
  { store, clock, webhooks }: StoreTestDeps,
  { app_id, id, tested, audit }: { app_id: AppId; id: ReceiverId; tested: ReceiverTest; audit: Statement },
): Promise<void> {
  const works = tested.error === null;
  const due = works ? [{ query: expediteDeliveries(store.db, id, clock.now()) }] : [];
  await store.write([audit, ...due]);
  if (works) await webhooks.refresh(app_id);
}
