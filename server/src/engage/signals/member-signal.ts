import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import { personChannelId } from "../../people/identity/identity.ts";
import { type ConsoleSignalDeps, notifyConsoles } from "./console-signal.ts";

/**
 * Notifies a member's console pages that a session ended or the role changed, so that they reload the current member.
 * Uses the member's channel in the console's own app.
 */
export function notifyMemberPages(
  deps: ConsoleSignalDeps & {
    /** Re-authorizes all subscribers of a channel. */
    readonly renewChannel: (app_id: AppId, channel: string) => void;
  },
  member_id: MemberId,
): void {
  // Signal first, then disconnect: disconnected clients receive nothing.
  notifyConsoles(deps);
  const own = deps.apps.byKey(CONSOLE_APP_KEY);
  if (own !== undefined) deps.renewChannel(own.id, personChannel(personChannelId(member_id)));
}
