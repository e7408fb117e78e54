import type { MemberId } from "@fanfare/contract/lib/ids";
import { ProblemError } from "@fanfare/contract/problem";
import { personChannel } from "@fanfare/contract/realtime/channel";
import { PERSON_CHANGED, type PersonChanged } from "@fanfare/contract/schema/client/v1";
import type { SegmentListChange } from "@fanfare/contract/schema/responses/people/segment";
import { z } from "zod";
import type { AppRecord } from "../../accounts/apps/app-directory.ts";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { decodePageCursor, encodePageCursor } from "../../lib/page-cursor.ts";
import type { Publish } from "../../lib/publish.ts";
import { type PersonRow, peopleNamed } from "../../store/statements/people/people.ts";
import { countListed } from "../../store/statements/people/people-list.ts";
import { addToList, listPage, removeFromList } from "../../store/statements/people/segment-people.ts";
import type { SegmentRow } from "../../store/statements/people/segments.ts";
import { personChannelId } from "../identity/identity.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { existingSegment, isList } from "./edit-segment.ts";

/** @throws ProblemError `segment_not_found`, `segment_not_list`. */
async function existingList(deps: Pick<PeopleDeps, "store">, id: string): Promise<SegmentRow> {
  const row = await existingSegment(deps, id);
  if (isList(row)) return row;
  throw new ProblemError(
    "segment_not_list",
    `The segment “${row.name}” has conditions, so people can't be added or removed. Edit its conditions, or use a segment that is a list.`,
  );
}

interface ListEdit {
  readonly id: string;
  readonly change: "add" | "remove";
  readonly external_ids: readonly string[];
}

/**
 * Adds people to a list, or removes them. Open pages of the people who changed refresh their content. Returns the IDs
 * that the app doesn't have; no one is created for them.
 *
 * @throws ProblemError `segment_not_found`, `segment_not_list`.
 */
export async function editSegmentList(
  deps: PeopleDeps & { readonly publish: Publish },
  app: AppRecord,
  { id, change, external_ids }: ListEdit,
  member_id: MemberId | null,
): Promise<SegmentListChange> {
  const { db } = deps.store;
  const list = await existingList(deps, id);
  const names = [...new Set(external_ids)];
  const rows = (await peopleNamed(db, app.id, names)).filter(({ merged_into }) => merged_into === null);
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  const unknown = names.filter((name) => !found.has(name));
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return { changed: 0, unchanged: 0, unknown };
  const at = { segment_id: list.id, app_id: app.id, added_at: deps.clock.now() };
  const written = await deps.store.write([
    { query: change === "add" ? addToList(db, at, ids) : removeFromList(db, list.id, ids) },
    auditStatement(deps, {
      member_id,
      action: change === "add" ? "segment.add_people" : "segment.remove_people",
      resource: { type: "segment", id: list.id },
      app_id: app.id,
      detail: { name: list.name, people: ids.length },
    }),
  ]);
  if (written.outcome === "unmet") throw new Error("Neither statement expects a number of rows.");
  const changed = new Set(written.results[0]?.rows.map((row) => row["person_id"]));
  const signal: PersonChanged = { kind: "suppressions", socket_id: null };
  for (const row of rows) {
    if (!changed.has(row.id)) continue;
    deps.publish(app.id, personChannel(personChannelId(nameOf(row))), PERSON_CHANGED, signal);
  }
  return { changed: changed.size, unchanged: ids.length - changed.size, unknown };
}

const nameOf = ({ external_id, anonymous_id }: PersonRow): string => external_id ?? anonymous_id ?? "";

/** @throws ProblemError `segment_not_found`, `segment_not_list`, `query_invalid` for a cursor of something else. */
export async function peopleOnList(
  deps: Pick<PeopleDeps, "store">,
  app: AppRecord,
  id: string,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
): Promise<{
  readonly rows: Awaited<ReturnType<typeof listPage>>;
  readonly next: string | null;
  readonly total: number;
}> {
  const { db } = deps.store;
  const list = await existingList(deps, id);
  const last = after === undefined ? undefined : decodePageCursor(after, z.tuple([z.number(), z.string()]));
  const at = { segment_id: list.id, app_id: app.id };
  const [found, total] = await Promise.all([
    listPage(db, at, last && { added_at: last[0], id: last[1] }, limit + 1),
    countListed(db, at),
  ]);
  const rows = found.slice(0, limit);
  const end = rows.at(-1);
  const next = found.length > limit && end !== undefined ? encodePageCursor([end.added_at, end.id]) : null;
  return { rows, next, total };
}
