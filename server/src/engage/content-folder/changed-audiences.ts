import type { Clock } from "@fanfare/contract/lib/clock";
import type { AppId } from "@fanfare/contract/lib/ids";
import type { FolderAudience } from "@fanfare/contract/schema/content/content-folder";
import type { Rule } from "@fanfare/contract/targeting/rule";
import { countAll, countIn, type ListDeps } from "../../people/list/people-count.ts";
import type { SegmentRules } from "../../people/rules/rule-needs.ts";
import { publicationsOf } from "../../store/statements/content/publications.ts";
import { asId } from "./item-writes.ts";

export interface ChangedContent {
  readonly path: string;
  readonly id: string;
  /** Undefined if it can't be counted: the content is archived or incomplete. */
  readonly audience: Rule | "everyone" | undefined;
}

export interface AudienceQuery {
  readonly app_id: AppId;
  /** By ID, as they are after the push. */
  readonly segments: SegmentRules;
  /** False: the counts are null, because they tell about people. */
  readonly may_read_people: boolean;
}

/** Where changed content is live, and how many people of the app its new audience has. One at a time: rules are slow. */
export async function countAudiences(
  { store, rng, clock }: Omit<ListDeps, "now_ms"> & { readonly clock: Pick<Clock, "now"> },
  changed: readonly ChangedContent[],
  { app_id, segments, may_read_people }: AudienceQuery,
): Promise<readonly FolderAudience[]> {
  const list: ListDeps = { store, rng, now_ms: clock.now() };
  const counts = new Map<string, FolderAudience["people"]>();
  const countPeople = async (audience: ChangedContent["audience"]): Promise<FolderAudience["people"]> => {
    if (audience === undefined || !may_read_people) return null;
    const key = JSON.stringify(audience);
    const known = counts.get(key);
    if (known !== undefined) return known;
    const found = await peopleIn(list, app_id, audience, segments);
    counts.set(key, found);
    return found;
  };
  const audiences: FolderAudience[] = [];
  for (const { path, id, audience } of changed) {
    const shown = (await publicationsOf(store.db, asId<"cnt">(id))).filter(({ paused_at }) => paused_at === null);
    audiences.push({ path, live_in: shown.map((each) => each.app_id), people: await countPeople(audience) });
  }
  return audiences;
}

async function peopleIn(
  list: ListDeps,
  app_id: AppId,
  audience: Rule | "everyone",
  segments: SegmentRules,
): Promise<FolderAudience["people"]> {
  if (audience === "everyone") {
    const { count, exact } = await countAll(list, app_id);
    return { count, unknown: 0, of: count, exact };
  }
  const { count, unknown, people, exact } = await countIn(list, app_id, { rule: audience, segments });
  return { count, unknown, of: people, exact };
}
