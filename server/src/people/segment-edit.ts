import { isId, type MemberId, newId, type SegmentId } from "@fanfare/contract/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { Rule } from "@fanfare/contract/rule";
import { auditStatement } from "../accounts/audit.ts";
import { toJson } from "../store/columns.ts";
import { deleteSegment, insertSegment, type SegmentRow, segmentById, updateSegment } from "../store/segments.ts";
import { StoreError } from "../store/store.ts";
import type { PeopleDeps } from "./people.ts";
import { leavesOf } from "./rule-needs.ts";
import { segmentUses } from "./segment-uses.ts";
import { segmentRules } from "./segments.ts";

/** @throws ProblemError `segment_not_found`. */
export async function existingSegment(deps: Pick<PeopleDeps, "store">, id: string): Promise<SegmentRow> {
  const row = isId("seg", id) ? await segmentById(deps.store.db, id) : undefined;
  if (row !== undefined) return row;
  throw new ProblemError("segment_not_found", "No segment has this id. It may have been deleted; go back to the list.");
}

/** @throws ProblemError `rule_invalid`, `name_taken`, `segments_full`. */
export async function createSegment(
  deps: PeopleDeps,
  wish: { readonly name: string; readonly rule: Rule },
  member_id: MemberId | null,
): Promise<SegmentRow> {
  const { clock, rng, store } = deps;
  const known = await segmentRules(store.db);
  if (known.size >= limits.segments_max) {
    throw new ProblemError("segments_full", `There are ${limits.segments_max} segments already. Delete one first.`);
  }
  const id = newId("seg", clock, rng);
  assertSegments(wish.rule, known, id);
  const now_ms = clock.now();
  const row: SegmentRow = {
    ...{ id, name: wish.name, rule: toJson(wish.rule), revision: 1 },
    ...{ created_at: now_ms, updated_at: now_ms, updated_by: member_id },
  };
  const audit = auditStatement(deps, {
    member_id,
    action: "segment.create",
    resource: { type: "segment", id },
    detail: { name: wish.name },
  });
  await named(wish.name, () => store.write([{ query: insertSegment(store.db, row), expect: 1 }, audit]));
  return row;
}

/** @throws ProblemError `segment_not_found`, `revision_stale`, `rule_invalid`, `name_taken`. */
export async function changeSegment(
  deps: PeopleDeps,
  at: { readonly id: string; readonly revision: number },
  change: { readonly name?: string | undefined; readonly rule?: Rule | undefined },
  member_id: MemberId | null,
): Promise<SegmentRow> {
  const { clock, store } = deps;
  const before = await existingSegment(deps, at.id);
  if (change.rule !== undefined) assertSegments(change.rule, await segmentRules(store.db), before.id);
  const columns = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.rule === undefined ? {} : { rule: toJson(change.rule) }),
  };
  const by = { member_id, now_ms: clock.now() };
  const query = updateSegment(store.db, { id: before.id, revision: at.revision }, columns, by);
  const audit = auditStatement(deps, {
    member_id,
    action: "segment.update",
    resource: { type: "segment", id: before.id },
    detail: { changed: Object.keys(columns) },
  });
  const written = await named(change.name ?? before.name, () => store.write([{ query, expect: 1 }, audit]));
  const after = await existingSegment(deps, at.id);
  if (written.outcome === "committed") return after;
  throw stale(after);
}

/** @throws ProblemError `segment_not_found`, or `segment_used` with where. */
export async function removeSegment(deps: PeopleDeps, id: string, member_id: MemberId | null): Promise<void> {
  const { store } = deps;
  const row = await existingSegment(deps, id);
  const uses = await segmentUses(store.db, row);
  const users = [...uses.segments, ...uses.contents.filter(({ live }) => live)].map(({ name }) => name);
  if (users.length > 0) {
    throw new ProblemError(
      "segment_used",
      `${users.join(", ")} ask for this segment. Change them first, then delete it.`,
    );
  }
  await store.write([
    { query: deleteSegment(store.db, row.id) },
    auditStatement(deps, {
      member_id,
      action: "segment.delete",
      resource: { type: "segment", id: row.id },
      detail: { name: row.name },
    }),
  ]);
}

/** @throws ProblemError `revision_stale`. */
export function stale({ revision }: { readonly revision: number }): ProblemError {
  return new ProblemError(
    "revision_stale",
    `Somebody changed this after you opened it: it is at revision ${revision}. Load it again, then make your change.`,
    { current: { revision } },
  );
}

/** A rule asks for segments that exist, and none for itself, however roundabout. */
function assertSegments(rule: Rule, known: ReadonlyMap<string, Rule>, self: SegmentId): void {
  const visited = new Set<string>();
  const visit = (each: Rule): void => {
    for (const leaf of leavesOf(each)) {
      if (leaf.kind !== "segment" || visited.has(leaf.segment_id)) continue;
      visited.add(leaf.segment_id);
      const inner = known.get(leaf.segment_id);
      if (leaf.segment_id === self) throw ruleInvalid("This segment asks for itself.");
      if (inner === undefined) throw ruleInvalid(`There is no segment ${leaf.segment_id}.`);
      visit(inner);
    }
  };
  visit(rule);
}

function ruleInvalid(message: string): ProblemError {
  return new ProblemError("rule_invalid", `The rule cannot be judged. ${message}`, {
    fields: [{ pointer: "/rule", message }],
  });
}

/** @throws ProblemError `name_taken`. */
export async function named<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof StoreError) || error.kind !== "unique") throw error;
    throw new ProblemError("name_taken", `There is one called ${name} already. Choose a different name.`, {
      fields: [{ pointer: "/name", message: "This name is taken." }],
    });
  }
}
