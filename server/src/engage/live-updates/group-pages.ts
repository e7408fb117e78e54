import type { AppId } from "@fanfare/contract/lib/ids";

/** People seen since startup, by the groups of their identity tokens. */
export interface GroupPages {
  /** Replaces the groups of the person on this channel. */
  note(app_id: AppId, channel_id: string, groups: readonly string[]): void;
  channelsOf(app_id: AppId, groups: readonly string[]): readonly string[];
}

/**
 * Tracks which people a group's signal must reach. Everyone online has requested content or messages from this server
 * with a token that contains their groups. Evicted people lose nothing: pages request pending messages when they
 * connect.
 *
 * @example
 * const pages = groupPages(limits.live_update_group_pages_max);
 * pages.note(app.id, "u_42", ["acme"]);
 * pages.channelsOf(app.id, ["acme"]); // ["u_42"]
 */
export function groupPages(people_max: number): GroupPages {
  /** A map keeps insertion order, so the least recently seen come first. */
  const groupsOf = new Map<string, readonly string[]>();
  const members = new Map<string, Set<string>>();

  const forget = (person: string): void => {
    for (const group of groupsOf.get(person) ?? []) {
      const set = members.get(group);
      set?.delete(person);
      if (set?.size === 0) members.delete(group);
    }
    groupsOf.delete(person);
  };

  // App IDs and channel IDs contain no line breaks.
  const keyOf = (app_id: AppId, text: string): string => `${app_id}\n${text}`;
  return {
    note(app_id, channel_id, groups) {
      const person = keyOf(app_id, channel_id);
      forget(person);
      if (groups.length === 0) return;
      const keys = groups.map((group) => keyOf(app_id, group));
      groupsOf.set(person, keys);
      for (const key of keys) members.set(key, (members.get(key) ?? new Set()).add(person));
      const [oldest] = groupsOf.keys();
      if (groupsOf.size > people_max && oldest !== undefined) forget(oldest);
    },
    channelsOf(app_id, groups) {
      const people = new Set(groups.flatMap((group) => [...(members.get(keyOf(app_id, group)) ?? [])]));
      return [...people].map((person) => person.slice(app_id.length + 1));
    },
  };
}
