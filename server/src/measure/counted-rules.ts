import { DAY_MS } from "@fanfare/contract/limits";
import { isCount } from "@fanfare/contract/rule-match";
import type { PublishedContents } from "../engage/published.ts";
import type { PeopleDeps, Person } from "../people/people.ts";
import { eventCounts } from "../store/person-facts.ts";
import type { ReadEvent } from "./read-event.ts";

/**
 * Whether these events, which are stored by now, change the answer to a question of an audience that counts them, so that
 * the person's open pages are told. The hundredth of an event that is to happen three times tells nobody.
 */
export async function turnsRule(
  { store, clock }: Pick<PeopleDeps, "store" | "clock">,
  { counted }: Pick<PublishedContents, "counted">,
  person: Pick<Person, "id">,
  events: readonly Pick<ReadEvent, "name">[],
): Promise<boolean> {
  const fresh = Map.groupBy(events, ({ name }) => name);
  const asked = counted.filter(({ name }) => fresh.has(name));
  if (asked.length === 0) return false;
  const now_ms = clock.now();
  const wanted = asked.map(({ name, within_days }) => ({
    name,
    since: within_days === undefined ? 0 : now_ms - within_days * DAY_MS,
  }));
  const [row] = await eventCounts(store.db, [person.id], wanted);
  return asked.some(({ name, count }, index) => {
    const now = row?.counts[index] ?? 0;
    return isCount(count, now) !== isCount(count, Math.max(0, now - (fresh.get(name)?.length ?? 0)));
  });
}
