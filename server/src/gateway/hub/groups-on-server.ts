import { needsAuthorization } from "@fanfare/contract/realtime/channel";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { decideChannelAccess } from "../../channels/channel-rules.ts";
import type { GroupsOnServer } from "../../people/groups/groups-on-server.ts";
import { parseChannelName } from "../session/entry.ts";
import { readFields } from "./arguments.ts";
import type { HubClient } from "./hub-client.ts";

/**
 * Adds the groups on the server to those of a client's identity token, if its call subscribes to a channel that requires
 * another group. Undefined if it doesn't.
 */
export function joinGroups(
  client: HubClient,
  app: AppRecord,
  args: readonly unknown[],
  groupsOnServer: GroupsOnServer,
): Promise<void> | undefined {
  const { identity } = client;
  if (identity?.kind !== "person") return undefined;
  const { limits, channel_rules } = app.settings;
  const lacksGroup = (name: unknown): boolean => {
    const channel = parseChannelName(name, limits);
    if (channel === undefined || !needsAuthorization(channel.kind)) return false;
    const decision = decideChannelAccess(channel, identity, channel_rules);
    return decision.outcome === "refused" && decision.lacks_group;
  };
  const [given] = args;
  const names = Array.isArray(given)
    ? given.slice(0, limits.channels_per_connection_max).map((each: unknown) => readFields(each)["channel"])
    : [given];
  if (!names.some(lacksGroup)) return undefined;
  return groupsOnServer(app.id, identity.external_id).then((groups) => {
    // Signed in again meanwhile: the next call reads the groups of that person.
    if (client.identity === identity) client.identity = { ...identity, groups: [...identity.groups, ...groups] };
  });
}
