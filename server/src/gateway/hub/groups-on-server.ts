import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { decideChannelAccess } from "../../channels/channel-rules.ts";
import type { GroupsOnServer } from "../../people/groups/groups-on-server.ts";
import { parseChannelName } from "../session/entry.ts";
import { isAbsent, readFields } from "./arguments.ts";
import type { HubClient } from "./hub-client.ts";

/**
 * Reads a client's groups on the server, if its call subscribes without a signature to a channel that requires another
 * group than those of its identity token. Undefined if it doesn't.
 */
export function readGroups(
  { identity }: HubClient,
  app: AppRecord,
  [given, auth]: readonly unknown[],
  groupsOnServer: GroupsOnServer,
): Promise<readonly string[]> | undefined {
  if (identity?.kind !== "person") return undefined;
  const { limits, channel_rules } = app.settings;
  const requests = Array.isArray(given)
    ? given.slice(0, limits.channels_per_connection_max).map(readFields)
    : [{ channel: given, auth }];
  const lacks_group = requests.some((request) => {
    const channel = isAbsent(request["auth"]) ? parseChannelName(request["channel"], limits) : undefined;
    const decision = channel && decideChannelAccess(channel, identity, channel_rules);
    return decision?.outcome === "refused" && decision.lacks_group;
  });
  return lacks_group ? groupsOnServer(app.id, identity.external_id) : undefined;
}
