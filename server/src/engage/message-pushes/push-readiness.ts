import type { AppId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import type { MessagePushSettings } from "@fanfare/contract/schema/responses/realtime/live-update";
import { countSubscribedPeople } from "../../store/statements/realtime/push-subscriptions.ts";
import type { Store } from "../../store/store.ts";

export interface PushReadinessDeps {
  readonly store: Pick<Store, "db">;
  readonly public_url: string | undefined;
}

/** Whether messages can be sent as push notifications, and to how many people. */
export async function messagePushSettings(
  { store, public_url }: PushReadinessDeps,
  app_id: AppId,
): Promise<MessagePushSettings> {
  const subscribed_people = await countSubscribedPeople(store.db, app_id);
  return { state: public_url === undefined ? "no_public_url" : "ready", subscribed_people };
}

/** @throws ProblemError `push_not_ready`. */
export function assertPushReady({ public_url }: Pick<PushReadinessDeps, "public_url">): void {
  if (public_url !== undefined) return;
  const message =
    "Push services need the server's URL. Set FANFARE_PUBLIC_URL, or send the message without a notification.";
  throw new ProblemError("push_not_ready", message, { fields: [{ pointer: "/push", message }] });
}
