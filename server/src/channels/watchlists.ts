import type { AppId } from "@fanfare/contract/lib/ids";

/** Called on each status change of the people on a watchlist. */
export type Watcher = (change: { readonly name: "online" | "offline"; readonly user_id: string }) => void;

export interface Presences {
  readonly online: readonly string[];
  readonly offline: readonly string[];
}

/** Signed-in users of this process and their watchers (Pusher protocol, "Watchlist events"). */
export interface Watchlists {
  /** Adds a connection of this person. With the first one, the person is online. */
  arrive(app_id: AppId, user_id: string): void;
  /** Removes a connection. Without any, the person is offline. */
  leave(app_id: AppId, user_id: string): void;
  /** Watches these people from now on and returns their current state. */
  watch(app_id: AppId, user_ids: readonly string[], watcher: Watcher): Presences;
  unwatch(app_id: AppId, user_ids: readonly string[], watcher: Watcher): void;
}

interface Watched {
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
export function createWatchlists(): Watchlists {
  const people = new Map<string, Watched>();
  // App IDs contain no `:`, so keys are unique.
  const keyOf = (app_id: AppId, user_id: string): string => `${app_id}:${user_id}`;
  const personOf = (key: string): Watched => {
    const known = people.get(key);
    if (known !== undefined) return known;
    const added: Watched = { connections: 0, watchers: new Set() };
    people.set(key, added);
    return added;
  };
  const dropIdle = (key: string, { connections, watchers }: Watched): void => {
    if (connections === 0 && watchers.size === 0) people.delete(key);
  };

  return {
    arrive(app_id, user_id) {
      const person = personOf(keyOf(app_id, user_id));
      person.connections++;
      if (person.connections === 1) for (const watcher of person.watchers) watcher({ name: "online", user_id });
    },
    leave(app_id, user_id) {
      const key = keyOf(app_id, user_id);
      const person = people.get(key);
      if (person === undefined || person.connections === 0) return;
      person.connections--;
      if (person.connections === 0) for (const watcher of person.watchers) watcher({ name: "offline", user_id });
      dropIdle(key, person);
    },
    watch(app_id, user_ids, watcher) {
      const online: string[] = [];
      const offline: string[] = [];
      for (const user_id of user_ids) {
        const person = personOf(keyOf(app_id, user_id));
        person.watchers.add(watcher);
        (person.connections > 0 ? online : offline).push(user_id);
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
  };
}
