import type { AppId, MemberId } from "@fanfare/contract/lib/ids";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/accounts/new-app";
import { personChannelId } from "../../people/identity/identity.ts";
import { type ConsoleSignalDeps, notifyConsoles } from "./console-signal.ts";

/**
 * A member's sign-in ended, or their role changed. The console's own pages listen on their member's channel of the
 * console's own app; all of them ask who they still are.
 */
export function notifyMemberPages(
  deps: ConsoleSignalDeps & {
    /** Has those on a channel authorize themselves anew. */
    readonly renewChannel: (app_id: AppId, channel: string) => void;
  },
  member_id: MemberId,
): void {
  // First the word, then the cut: who is cut off hears nothing any more.
  notifyConsoles(deps);
  const own = deps.apps.byKey(CONSOLE_APP_KEY);
  if (own !== undefined) deps.renewChannel(own.id, personChannel(personChannelId(member_id)));
}
