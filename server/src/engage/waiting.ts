import type { EventCount } from "@fanfare/contract/content";
import type { ContentId } from "@fanfare/contract/ids";
import { occasionOf } from "@fanfare/contract/occasion";
import type { PublishedContent } from "./published.ts";

/** What is live and waits for what a person reaches, by the name of that. */
export interface Waiting {
  readonly for_events: ReadonlyMap<string, readonly { readonly content_id: ContentId; readonly count: EventCount }[]>;
  readonly for_goals: ReadonlyMap<string, readonly ContentId[]>;
  /** By the slug of what has to be completed. */
  readonly for_completed: ReadonlyMap<string, readonly ContentId[]>;
  /** Nothing waits: nothing has to be read or written for it. */
  readonly is_empty: boolean;
}

/**
 * Found once for all that is live, so that a batch of events looks at no content that does not wait for it.
 *
 * @example
 * waitingIn(contents).for_goals.get("Big order"); // the ids of the contents that celebrate it
 */
export function waitingIn(
  contents: readonly {
    readonly content_id: ContentId;
    readonly edition: Pick<PublishedContent["edition"], "trigger">;
  }[],
): Waiting {
  const all = contents.flatMap(({ content_id, edition }) => {
    const occasion = occasionOf(edition.trigger);
    return occasion === undefined ? [] : [{ content_id, occasion }];
  });
  const events = all.flatMap(({ content_id, occasion }) =>
    occasion.kind === "event" ? [{ name: occasion.event, content_id, count: occasion.count }] : [],
  );
  const goals = all.flatMap(({ content_id, occasion }) =>
    occasion.kind === "goal" ? [{ name: occasion.goal, content_id }] : [],
  );
  const completed = all.flatMap(({ content_id, occasion }) =>
    occasion.kind === "completed" ? [{ name: occasion.content, content_id }] : [],
  );
  const ids = ({ content_id }: { readonly content_id: ContentId }): ContentId => content_id;
  return {
    for_events: grouped(events, ({ content_id, count }) => ({ content_id, count })),
    for_goals: grouped(goals, ids),
    for_completed: grouped(completed, ids),
    is_empty: all.length === 0,
  };
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
