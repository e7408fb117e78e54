import type { Edition, EventCount } from "@fanfare/contract/content/content";
import { toOccasionTrigger } from "@fanfare/contract/gates/occasion";
import type { ContentId } from "@fanfare/contract/lib/ids";
import type { PropertyTest } from "@fanfare/contract/targeting/rule";

/** Content that waits for an event. */
export interface WaitsForEvent {
  readonly content_id: ContentId;
  readonly count: EventCount;
  /** Tests of the event's properties. Undefined if every event counts. */
  readonly filter: TriggerFilter | undefined;
}

/** Events that pass the same tests have the same `id`, so that they're counted once for several items. */
export interface TriggerFilter {
  readonly id: string;
  readonly tests: readonly PropertyTest[];
}

/** Live content by the event, goal, or completion that triggers it. */
export interface TriggerIndex {
  readonly for_events: ReadonlyMap<string, readonly WaitsForEvent[]>;
  readonly for_goals: ReadonlyMap<string, readonly ContentId[]>;
  /** By the slug of the completed content. */
  readonly for_completed: ReadonlyMap<string, readonly ContentId[]>;
  /** True if no live content has such a trigger, so nothing needs to be read or written. */
  readonly is_empty: boolean;
}

/**
 * Built once for all live content, so that a batch of events reads only the content that it triggers.
 *
 * @example
 * buildTriggerIndex(contents).for_goals.get("Big order"); // IDs of the content that this goal triggers
 */
export function buildTriggerIndex(
  contents: readonly {
    readonly content_id: ContentId;
    readonly edition: Pick<Edition, "trigger">;
  }[],
): TriggerIndex {
  const all = contents.flatMap(({ content_id, edition }) => {
    const occasion = toOccasionTrigger(edition.trigger);
    return occasion === undefined ? [] : [{ content_id, occasion }];
  });
  const events = all.flatMap(({ content_id, occasion }) =>
    occasion.kind === "event"
      ? [{ name: occasion.event, content_id, count: occasion.count, filter: triggerFilter(occasion.props) }]
      : [],
  );
  const goals = all.flatMap(({ content_id, occasion }) =>
    occasion.kind === "goal" ? [{ name: occasion.goal, content_id }] : [],
  );
  const completed = all.flatMap(({ content_id, occasion }) =>
    occasion.kind === "completed" ? [{ name: occasion.content, content_id }] : [],
  );
  const ids = ({ content_id }: { readonly content_id: ContentId }): ContentId => content_id;
  return {
    for_events: grouped(events, ({ content_id, count, filter }) => ({ content_id, count, filter })),
    for_goals: grouped(goals, ids),
    for_completed: grouped(completed, ids),
    is_empty: all.length === 0,
  };
}

const FILTER_ID_CHARS = 16;

function triggerFilter(tests: readonly PropertyTest[] | undefined): TriggerFilter | undefined {
  if (tests === undefined) return undefined;
  const digest = new Bun.CryptoHasher("sha256").update(JSON.stringify(tests)).digest("base64url");
  return { id: digest.slice(0, FILTER_ID_CHARS), tests };
}

function grouped<Item extends { readonly name: string }, Kept>(
  items: readonly Item[],
  keep: (item: Item) => Kept,
): ReadonlyMap<string, readonly Kept[]> {
  const groups = new Map<string, Kept[]>();
  for (const item of items) {
    const group = groups.get(item.name);
    if (group === undefined) groups.set(item.name, [keep(item)]);
    else group.push(keep(item));
  }
  return groups;
}
