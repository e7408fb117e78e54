import { isId, type MemberId, newId, type SegmentId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { segmentDefinitionSchema } from "@fanfare/contract/schema/content/rule";
import type { SegmentUses } from "@fanfare/contract/schema/responses/people/segment";
import type { SegmentRule } from "@fanfare/contract/targeting/rule";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { staleRevision, withUniqueName } from "../../accounts/edit-conflict.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import { contentReferences } from "../../store/statements/content/content-references.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import {
  allSegments,
  archiveSegment,
  deletedSegment,
  type SegmentRow,
  segmentById,
  updateSegment,
} from "../../store/statements/people/segments.ts";
import { releaseName } from "../../store/statements/soft-deletes.ts";
import type { Store } from "../../store/store.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { ruleLeaves, type SegmentRules } from "../rules/rule-needs.ts";
import { segmentRules } from "./segments.ts";

/** Lists the uses of a segment: other segments, and content that uses it live or in its draft. */
export async function segmentUses(db: Store["db"], { id }: Pick<SegmentRow, "id">): Promise<SegmentUses> {
  const [segments, contents] = await Promise.all([allSegments(db), contentReferences(db, id)]);
  return {
    segments: segments.filter((each) => each.id !== id && each.rule.includes(id)).map(({ id, name }) => ({ id, name })),
    contents,
  };
}

/** @throws ProblemError `segment_not_found`. */
export async function existingSegment(deps: Pick<PeopleDeps, "store">, id: string): Promise<SegmentRow> {
  const row = isId("seg", id) ? await segmentById(deps.store.db, id) : undefined;
  if (row !== undefined) return row;
  throw new ProblemError("segment_not_found", "Segment not found. It may have been deleted. Go back to the list.");
}

/** @throws ProblemError `rule_invalid`, `name_taken`, `segments_full`. */
export async function createSegment(
  deps: PeopleDeps,
  input: { readonly name: string; readonly rule: SegmentRule },
  member_id: MemberId | null,
): Promise<SegmentRow> {
  const { clock, rng, store } = deps;
  const known = await assertBelowSegmentLimit(deps);
  const id = newId("seg", clock, rng);
  assertSegments(input.rule, known, id);
  const now_ms = clock.now();
  const row: SegmentRow = {
    ...{ id, name: input.name, rule: toJson(input.rule), revision: 1 },
    ...{ created_at: now_ms, updated_at: now_ms, updated_by: member_id, archived_at: null },
  };
  const audit = auditStatement(deps, {
    member_id,
    action: "segment.create",
    resource: { type: "segment", id },
    detail: { name: input.name },
  });
  const free = { query: releaseName(store.db, "segments", input.name) };
  await withUniqueName(input.name, () =>
    store.write([free, { query: insertRow(store.db, "segments", row), expect: 1 }, audit]),
  );
  return row;
}

/** @throws ProblemError `segment_not_found`, `revision_stale`, `rule_invalid`, `name_taken`. */
export async function editSegment(
  deps: PeopleDeps,
  at: { readonly id: string; readonly revision: number },
  change: { readonly name?: string | undefined; readonly rule?: SegmentRule | undefined },
  member_id: MemberId | null,
): Promise<SegmentRow> {
  const { clock, store } = deps;
  const before = await existingSegment(deps, at.id);
  if (change.rule !== undefined) {
    assertSameKind(before, change.rule);
    assertSegments(change.rule, await segmentRules(store.db), before.id);
  }
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
  const free = change.name === undefined ? [] : [{ query: releaseName(store.db, "segments", change.name) }];
  const written = await withUniqueName(change.name ?? before.name, () =>
    store.write([...free, { query, expect: 1 }, audit]),
  );
  const after = await existingSegment(deps, at.id);
  if (written.outcome === "committed") return after;
  throw staleRevision(after);
}

/**
 * Deletes a segment. {@link restoreSegment} restores it within `limits.deleted_kept_days`, unless another segment has
 * taken its name.
 *
 * @throws ProblemError `segment_not_found`, or `segment_used` with the uses.
 */
export async function removeSegment(deps: PeopleDeps, id: string, member_id: MemberId | null): Promise<void> {
  const { store, clock } = deps;
  const row = await existingSegment(deps, id);
  const uses = await segmentUses(store.db, row);
  const users = [...uses.segments, ...uses.contents.filter(({ live }) => live)].map(({ name }) => name);
  if (users.length > 0) {
    throw new ProblemError(
      "segment_used",
      `This segment is used by ${users.join(", ")}. Change those first, then delete the segment.`,
    );
  }
  await store.write([
    { query: archiveSegment(store.db, row.id, clock.now()) },
    auditStatement(deps, {
      member_id,
      action: "segment.delete",
      resource: { type: "segment", id: row.id },
      detail: { name: row.name },
    }),
  ]);
}

/** @throws ProblemError `segment_not_found`, `segments_full`, or `rule_invalid` if it refers to a deleted segment. */
export async function restoreSegment(deps: PeopleDeps, id: string, member_id: MemberId | null): Promise<SegmentRow> {
  const { store } = deps;
  const row = isId("seg", id) ? await deletedSegment(store.db, id) : undefined;
  if (row !== undefined) {
    const rule = fromJson(row.rule, (value) => segmentDefinitionSchema.parse(value));
    assertSegments(rule, await assertBelowSegmentLimit(deps), row.id);
    await store.write([
      { query: archiveSegment(store.db, row.id, null), expect: 1 },
      auditStatement(deps, {
        member_id,
        action: "segment.restore",
        resource: { type: "segment", id: row.id },
        detail: { name: row.name },
      }),
    ]);
  }
  // Not deleted, permanently deleted, or restored a moment ago.
  return await existingSegment(deps, id);
}

/** Returns the rules of all segments. @throws ProblemError `segments_full`. */
async function assertBelowSegmentLimit({ store }: PeopleDeps): Promise<SegmentRules> {
  const known = await segmentRules(store.db);
  if (known.size < limits.segments_max) return known;
  throw new ProblemError(
    "segments_full",
    `The workspace has reached the limit of ${limits.segments_max} segments. Delete one first.`,
  );
}

/** Checks that every segment in the rule exists and that none refers back to this one, even indirectly. */
export function assertSegments(rule: SegmentRule, known: SegmentRules, self: SegmentId): void {
  const visited = new Set<string>();
  const visit = (each: SegmentRule): void => {
    for (const leaf of ruleLeaves(each)) {
      if (leaf.kind !== "segment" || visited.has(leaf.segment_id)) continue;
      visited.add(leaf.segment_id);
      const inner = known.get(leaf.segment_id);
      if (leaf.segment_id === self) throw ruleInvalid("This segment refers to itself.");
      if (inner === undefined) throw ruleInvalid(`Segment ${leaf.segment_id} not found.`);
      visit(inner);
    }
  };
  visit(rule);
}

/** A segment stays a list or conditions, so that no one loses a list by an edit. */
export function assertSameKind(before: Pick<SegmentRow, "rule">, rule: SegmentRule): void {
  const was_list = isList(before);
  if (was_list === (rule.kind === "list")) return;
  throw ruleInvalid(
    was_list
      ? "This segment is a list, so it can't have conditions. Create another segment."
      : "This segment has conditions, so it can't become a list. Create another segment.",
  );
}

export function isList({ rule }: Pick<SegmentRow, "rule">): boolean {
  return fromJson(rule, (value) => segmentDefinitionSchema.safeParse(value)).data?.kind === "list";
}

function ruleInvalid(message: string): ProblemError {
  return new ProblemError("rule_invalid", `The rule can't be evaluated. ${message}`, {
    fields: [{ pointer: "/rule", message }],
  });
}
