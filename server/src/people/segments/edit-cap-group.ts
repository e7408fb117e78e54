import type { CapCover } from "@fanfare/contract/gates/cap-group";
import { type CapGroupId, isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import { auditStatement } from "../../accounts/audit/audit-entry.ts";
import { staleRevision, withUniqueName } from "../../accounts/edit-conflict.ts";
import { toJson } from "../../store/columns.ts";
import {
  allCapGroups,
  type CapGroupRow,
  capGroupById,
  deleteCapGroup,
  updateCapGroup,
} from "../../store/statements/content/cap-groups.ts";
import { type ContentReference, coveredContents } from "../../store/statements/content/content-references.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import type { PeopleDeps } from "../person/find-person.ts";
import { parseCapGroup } from "./segments.ts";

interface CapGroupInput {
  readonly name: string;
  readonly runs_max: number;
  readonly window_hours: number;
  readonly covers: CapCover;
}

/** @throws ProblemError `cap_group_not_found`. */
async function existingCapGroup(deps: Pick<PeopleDeps, "store">, id: string): Promise<CapGroupRow> {
  const row = isId("cap", id) ? await capGroupById(deps.store.db, id) : undefined;
  if (row !== undefined) return row;
  throw new ProblemError("cap_group_not_found", "Frequency cap not found. It may have been deleted. Reload the list.");
}

/** @throws ProblemError `name_taken`, `segments_full`. */
export async function createCapGroup(
  deps: PeopleDeps,
  { covers, ...input }: CapGroupInput,
  member_id: MemberId | null,
): Promise<CapGroupRow> {
  const { clock, rng, store } = deps;
  if ((await allCapGroups(store.db)).length >= limits.cap_groups_max) {
    throw new ProblemError(
      "segments_full",
      `The workspace has reached the limit of ${limits.cap_groups_max} frequency caps. Delete one first.`,
    );
  }
  const now_ms = clock.now();
  const id = newId("cap", clock, rng);
  const row = { id, ...input, covers: toJson(covers), revision: 1, created_at: now_ms, updated_at: now_ms };
  const write = () =>
    store.write([{ query: insertRow(store.db, "cap_groups", row), expect: 1 }, audited(deps, "create", id, member_id)]);
  await withUniqueName(input.name, write);
  return row;
}

/** @throws ProblemError `cap_group_not_found`, `revision_stale`, `name_taken`. */
export async function editCapGroup(
  deps: PeopleDeps,
  at: { readonly id: string; readonly revision: number },
  change: { readonly [Key in keyof CapGroupInput]?: CapGroupInput[Key] | undefined },
  member_id: MemberId | null,
): Promise<CapGroupRow> {
  const { clock, store } = deps;
  const before = await existingCapGroup(deps, at.id);
  const { name = before.name, runs_max = before.runs_max, window_hours = before.window_hours, covers } = change;
  const columns = { name, runs_max, window_hours, covers: covers === undefined ? before.covers : toJson(covers) };
  const query = updateCapGroup(store.db, { id: before.id, revision: at.revision }, columns, clock.now());
  const write = () => store.write([{ query, expect: 1 }, audited(deps, "update", before.id, member_id)]);
  const written = await withUniqueName(name, write);
  const after = await existingCapGroup(deps, at.id);
  if (written.outcome === "committed") return after;
  throw staleRevision(after);
}

/** @throws ProblemError `cap_group_not_found`. */
export async function capGroupUses(
  { store }: Pick<PeopleDeps, "store">,
  id: string,
): Promise<readonly ContentReference[]> {
  return coveredContents(store, parseCapGroup(await existingCapGroup({ store }, id)).covers);
}

/** @throws ProblemError `cap_group_not_found`. */
export async function removeCapGroup(deps: PeopleDeps, id: string, member_id: MemberId | null): Promise<void> {
  const row = await existingCapGroup(deps, id);
  await deps.store.write([
    { query: deleteCapGroup(deps.store.db, row.id) },
    audited(deps, "delete", row.id, member_id),
  ]);
}

function audited(deps: PeopleDeps, verb: "create" | "update" | "delete", id: CapGroupId, member_id: MemberId | null) {
  return auditStatement(deps, { member_id, action: `cap_group.${verb}`, resource: { type: "cap_group", id } });
}
