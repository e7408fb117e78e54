import type { AppId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/realtime/change-signal";
import { personChannel } from "@fanfare/contract/realtime/channel";
import type { Publish } from "../../lib/publish.ts";
import { personChannelId } from "../../people/identity/identity.ts";
import { memberNames } from "../../store/statements/people/group-tasks.ts";
import type { Store } from "../../store/store.ts";
import type { GroupPages } from "../live-updates/group-pages.ts";
import type { LiveUpdatesDeps } from "../live-updates/live-updates.ts";

/** Who changed the progress. Their own pages get a signal of their own. */
interface ChangedBy {
  readonly channel_id: string;
  /** Connection of the page that made the change, which needs no refresh. */
  readonly socket_id: string | null;
}

/** Notifies the open pages of these groups' people that progress changed. */
export type SignalGroups = (app_id: AppId, groups: readonly string[], by: ChangedBy) => Promise<void>;

export interface GroupSignalDeps extends Pick<LiveUpdatesDeps, "publishToGroups"> {
  readonly store: Pick<Store, "db">;
  readonly publish: Publish;
  readonly group_pages: GroupPages;
}

/**
 * Reaches people whose token names the group, on every server, and the first `group_progress_signals_max` people with a
 * stored membership. Others see the change with their page's next request.
 */
export function createGroupSignal({ store, publish, publishToGroups, group_pages }: GroupSignalDeps): SignalGroups {
  return async (app_id, groups, { channel_id: own, socket_id }) => {
    if (groups.length === 0) return;
    const change: PersonChanged = { kind: "runs", socket_id };
    const members = await memberNames(store.db, app_id, groups, limits.group_progress_signals_max);
    const channels = new Set(members.map(personChannelId));
    if (publishToGroups !== undefined) publishToGroups(app_id, groups, PERSON_CHANGED, change);
    else for (const channel_id of group_pages.channelsOf(app_id, groups)) channels.add(channel_id);
    channels.delete(own);
    for (const channel_id of channels) publish(app_id, personChannel(channel_id), PERSON_CHANGED, change);
  };
}
