import type { AppId } from "@fanfare/contract/lib/ids";

/** Called on each status change of the people on a watchlist. */
export type Watcher = (change: { readonly name: "online" | "offline"; readonly user_id: string }) => void;

export interface Presences {
  readonly online: readonly string[];
  readonly offline: readonly string[];
}

/** Signed-in users and their watchers (Pusher protocol, "Watchlist events"). */
export interface Watchlists {
  /** Adds a connection of this person. With the first one, the person is online. */
  arrive(app_id: AppId, user_id: string): void;
  /** Removes a connection. Without any, the person is offline. */
  leave(app_id: AppId, user_id: string): void;
  /** Watches these people from now on and returns their current state. */
  watch(app_id: AppId, user_ids: readonly string[], watcher: Watcher): Presences;
  unwatch(app_id: AppId, user_ids: readonly string[], watcher: Watcher): void;
  /** With several nodes: notifies this node's watchers that a user came online or went offline in the cluster. */
  changed(app_id: AppId, user_id: string, name: "online" | "offline"): void;
  /** Users of this node. */
  users(): readonly (readonly [app_id: AppId, user_id: string])[];
}

/** Users of all nodes. */
export interface SharedUsers {
  /** The user's first connection on this node signed in, or the last one ended. */
  announce(app_id: AppId, user_id: string, online: boolean): void;
  isOnline(app_id: AppId, user_id: string): boolean;
}

interface Watched {
  readonly app_id: AppId;
  readonly user_id: string;
  connections: number;
  readonly watchers: Set<Watcher>;
}

/**
 * Stores only people who are online or watched.
 *
 * @example
 * const watchlists = createWatchlists();
 * watchlists.arrive(app.id, "ada");
 * watchlists.watch(app.id, ["ada", "bob"], watcher); // { online: ["ada"], offline: ["bob"] }
 */
export function createWatchlists(shared?: SharedUsers): Watchlists {
  const people = new Map<string, Watched>();
  // App IDs contain no `:`, so keys are unique.
  const keyOf = (app_id: AppId, user_id: string): string => `${app_id}:${user_id}`;
  const personOf = (app_id: AppId, user_id: string): Watched => {
    const key = keyOf(app_id, user_id);
    const known = people.get(key);
    if (known !== undefined) return known;
    const added: Watched = { app_id, user_id, connections: 0, watchers: new Set() };
    people.set(key, added);
    return added;
  };
  const notify = ({ app_id, user_id, watchers }: Watched, name: "online" | "offline"): void => {
    if (shared === undefined) for (const watcher of watchers) watcher({ name, user_id });
    else shared.announce(app_id, user_id, name === "online");
  };
  const dropIdle = (key: string, { connections, watchers }: Watched): void => {
    if (connections === 0 && watchers.size === 0) people.delete(key);
  };

  return {
    arrive(app_id, user_id) {
      const person = personOf(app_id, user_id);
      person.connections++;
      if (person.connections === 1) notify(person, "online");
    },
    leave(app_id, user_id) {
      const key = keyOf(app_id, user_id);
      const person = people.get(key);
      if (person === undefined || person.connections === 0) return;
      person.connections--;
      if (person.connections === 0) notify(person, "offline");
      dropIdle(key, person);
    },
    watch(app_id, user_ids, watcher) {
      const online: string[] = [];
      const offline: string[] = [];
      for (const user_id of user_ids) {
        const person = personOf(app_id, user_id);
        person.watchers.add(watcher);
        const is_online = person.connections > 0 || shared?.isOnline(app_id, user_id) === true;
        (is_online ? online : offline).push(user_id);
      }
      return { online, offline };
    },
    unwatch(app_id, user_ids, watcher) {
      for (const user_id of user_ids) {
        const key = keyOf(app_id, user_id);
        const person = people.get(key);
        if (person === undefined) continue;
        person.watchers.delete(watcher);
        dropIdle(key, person);
      }
    },
    changed(app_id, user_id, name) {
      for (const watcher of people.get(keyOf(app_id, user_id))?.watchers ?? []) watcher({ name, user_id });
    },
    users: () =>
      [...people.values()].flatMap(({ app_id, user_id, connections }) =>
        connections > 0 ? [[app_id, user_id] as const] : [],
      ),
  };
}
