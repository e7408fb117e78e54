import { EVERYONE_CHANNEL } from "@fanfare/contract/realtime/channel";
import { APP } from "../server.ts";
import { KEPT, PLAIN, PRESENCE } from "./watcher.ts";
import type { ClusterPage, ClusterWorld, LoggedNumber } from "./world.ts";

/** What the cluster promised and didn't keep. Call it at rest, after a number that was published last. */
export function brokenPromises(world: ClusterWorld): readonly string[] {
  const { logged, pages } = world;
  return [
    ...repeatedNumbers(logged),
    ...pages.flatMap((page) => [
      ...orderFaults(page.plain, logged).map((fault) => `${page.user_id}, ${PLAIN}: ${fault}`),
      ...holesOf(page.kept, logged).map((fault) => `${page.user_id}, ${KEPT}: ${fault}`),
      ...(isIncreasing(page.page.versions) ? [] : [`${page.user_id} got an older version`]),
      ...page.contradictions.map((fault) => `${page.user_id} saw that ${fault}`),
    ]),
    ...restFaults(world),
  ];
}

function isIncreasing(versions: readonly number[]): boolean {
  return versions.every((version, index) => version > (versions[index - 1] ?? 0));
}

/** Numbers that are in one log twice, although each call had a key. */
function repeatedNumbers(logged: readonly LoggedNumber[]): readonly string[] {
  const seen = new Set<string>();
  return logged.flatMap(({ number, epoch }) => {
    const key = `${epoch} ${number}`;
    if (seen.has(key)) return [`${number} was published twice`];
    seen.add(key);
    return [];
  });
}

/** Places of a number in the logs. Each Redis that lost its keys may have it again. */
function placesOf(logged: readonly LoggedNumber[]): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>();
  for (const [place, { number }] of logged.entries()) places.set(number, [...(places.get(number) ?? []), place]);
  return places;
}

/** On a channel without history: numbers that came twice or out of order on one connection. */
function orderFaults(received: ClusterPage["plain"], logged: readonly LoggedNumber[]): readonly string[] {
  const places = placesOf(logged);
  let at = -1;
  return received.flatMap((number) => {
    if (number === "reconnected") {
      // Another server may be behind.
      at = -1;
      return [];
    }
    const next = places.get(number)?.find((place) => place > at);
    if (next === undefined) return [`${number} came twice, or too late`];
    at = next;
    return [];
  });
}

/** On a channel with history: numbers that came twice, out of order, or after a hole, without a notice. */
function holesOf(received: ClusterPage["kept"], logged: readonly LoggedNumber[]): readonly string[] {
  const places = placesOf(logged);
  /** Places of the last number in the logs: several, if a log was lost and the call repeated. */
  let at: readonly number[] | undefined;
  return received.flatMap((number) => {
    if (number === "missed") {
      at = undefined;
      return [];
    }
    const before = at;
    const all = places.get(number) ?? [];
    const following = before === undefined ? all : all.filter((place) => before.includes(place - 1));
    const later = all.filter((place) => before === undefined || place > Math.min(...before));
    if (later.length === 0) return [`${number} came twice, or too late`];
    at = following.length > 0 ? following : later;
    return following.length > 0 ? [] : [`nothing told of a hole before ${number}`];
  });
}

function restFaults(world: ClusterWorld): readonly string[] {
  const { pages, database, live_nodes } = world;
  const last = world.logged.at(-1)?.number;
  const names = live_nodes.map(({ name }) => name).toSorted();
  const people = pages.map(({ user_id }) => user_id).toSorted();
  const same = (one: Iterable<string>, other: readonly string[]): boolean =>
    [...one].toSorted().join() === other.join();
  return [
    ...pages.flatMap((each) => pageFaults(each, { version: database.config_version, last })),
    ...pages.flatMap(({ user_id, people: seen }) => (same(seen, people) ? [] : [`${user_id} sees other people`])),
    ...live_nodes.flatMap(({ name, shared, channels, config_version }) => [
      ...(same(shared.nodes(), names) ? [] : [`${name} knows the nodes ${[...shared.nodes()]}`]),
      ...(same(shared.roster(APP.id, PRESENCE).keys(), people) ? [] : [`${name} has other people`]),
      ...[EVERYONE_CHANNEL, KEPT, PLAIN, PRESENCE].flatMap((channel) => {
        const { subscriptions } = channels.counts(APP.id, channel);
        return subscriptions === pages.length ? [] : [`${name} counts ${subscriptions} on ${channel}`];
      }),
      ...(config_version === database.config_version ? [] : [`${name} is at version ${config_version}`]),
    ]),
  ];
}

function pageFaults(
  { page, user_id, kept, plain }: ClusterPage,
  expected: { version: number; last: number | undefined },
) {
  return [
    ...(page.connected ? [] : [`${user_id} isn't connected`]),
    ...(page.version === expected.version ? [] : [`${user_id} is at version ${page.version}`]),
    ...(kept.at(-1) === expected.last ? [] : [`${user_id} didn't get the last number on ${KEPT}`]),
    ...(plain.at(-1) === expected.last ? [] : [`${user_id} didn't get the last number on ${PLAIN}`]),
  ];
}
