import { personChannel } from "@fanfare/contract/channel";
import type { AppId, MemberId } from "@fanfare/contract/ids";
import { CONSOLE_APP_KEY } from "@fanfare/contract/schema/new-app";
import { channelOf } from "../people/identity.ts";
import { type ConsoleSignalDeps, tellConsoles } from "./console-signal.ts";

/**
 * A member's sign-in ended, or their role changed. The console's own pages listen on their member's channel of the
 * console's own app; all of them ask who they still are.
 */
export function renewPages(
  deps: ConsoleSignalDeps & {
    /** Has those on a channel authorize themselves anew. */
    readonly renewChannel: (app_id: AppId, channel: string) => void;
  },
  member_id: MemberId,
): void {
  // First the word, then the cut: who is cut off hears nothing any more.
  tellConsoles(deps);
  const own = deps.apps.byKey(CONSOLE_APP_KEY);
  if (own !== undefined) deps.renewChannel(own.id, personChannel(channelOf(member_id)));
}
