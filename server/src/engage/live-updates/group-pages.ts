import type { AppId } from "@fanfare/contract/lib/ids";

/** Which groups' people have been here since the start, by the groups of their identity tokens. */
export interface GroupPages {
  /** These groups of the person on this channel, and no others. */
  note(app_id: AppId, channel_id: string, groups: readonly string[]): void;
  /** The channels of those who were last seen in one of these groups. */
  channelsOf(app_id: AppId, groups: readonly string[]): readonly string[];
}

/**
 * Remembers whom a signal for a group must reach: whoever is online has asked this server for their content or messages,
 * with a token that names their groups. Nobody is lost by forgetting: who comes or comes back asks what waits for them.
 *
 * @example
 * const pages = groupPages(limits.live_update_group_pages_max);
 * pages.note(app.id, "u_42", ["acme"]);
 * pages.channelsOf(app.id, ["acme"]); // ["u_42"]
 */
export function groupPages(people_max: number): GroupPages {
  /** A map keeps the order of insertion: who was not seen for longest comes first. */
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

  // Neither app ids nor channel ids hold a line break.
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
