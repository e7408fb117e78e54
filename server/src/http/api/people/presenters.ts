import { type Attributes, getAttribute } from "@fanfare/contract/people/attribute";
import type {
  AttributeDefinition,
  GroupDetail,
  GroupMember,
  PersonDetail,
  PersonListItem,
  PersonSummary,
} from "@fanfare/contract/schema/responses/people/person";
import type { CapGroupDetail, Segment } from "@fanfare/contract/schema/responses/people/segment";
import type { SegmentRule } from "@fanfare/contract/targeting/rule";
import type { PersonProfile } from "../../../people/person/person-profile.ts";
import { parseAttributes } from "../../../people/rules/rule-facts.ts";
import { parseCapGroup } from "../../../people/segments/segments.ts";
import { fromBit, fromJson, toIso } from "../../../store/columns.ts";
import type { CapGroupRow } from "../../../store/statements/content/cap-groups.ts";
import type { AttributeDefinitionRow } from "../../../store/statements/people/attribute-definitions.ts";
import type { FirstGroupRow, GroupMemberRow, GroupRow } from "../../../store/statements/people/groups.ts";
import type { PersonRow } from "../../../store/statements/people/people.ts";
import type { SegmentRow } from "../../../store/statements/people/segments.ts";

/**
 * Person as returned by `/api`, with the attributes of the list's columns. Lists every field explicitly, so that
 * nothing is exposed accidentally.
 */
export function presentPerson(row: PersonRow, columns: readonly string[] = []): PersonSummary {
  const attributes = parseAttributes(row.attributes);
  return {
    id: row.id,
    external_id: row.external_id ?? row.anonymous_id ?? "",
    anonymous: row.external_id === null,
    verified: fromBit(row.verified),
    name: textOf(attributes, "name"),
    email: textOf(attributes, "email"),
    attributes: pick(attributes, columns),
    first_seen_at: toIso(row.first_seen_at),
    last_seen_at: toIso(row.last_seen_at),
  };
}

/** `groups`: those of this person. */
export function presentPersonListItem(
  row: PersonRow,
  columns: readonly string[],
  groups: readonly FirstGroupRow[],
): PersonListItem {
  return {
    ...presentPerson(row, columns),
    groups: groups.map(({ external_id, attributes }) => ({
      external_id,
      name: textOf(parseAttributes(attributes), "name"),
    })),
    groups_total: Number(groups[0]?.total ?? 0),
  };
}

export function presentProfile({ row, groups, mismatches, lists }: PersonProfile): PersonDetail {
  return {
    ...presentPerson(row),
    attributes: parseAttributes(row.attributes),
    mismatches,
    groups: groups.map((group) => ({
      external_id: group.external_id,
      attributes: parseAttributes(group.attributes),
      membership: parseAttributes(group.membership),
    })),
    lists: lists.map(({ segment_id, name, added_at }) => ({ segment_id, name, added_at: toIso(added_at) })),
    locale: row.locale,
    time_zone: row.time_zone,
    device: row.device,
    watched_until: row.watched_until === null ? null : toIso(row.watched_until),
  };
}

export function presentGroup({ id, external_id, attributes, updated_at }: GroupRow): GroupDetail {
  return { id, external_id, attributes: parseAttributes(attributes), updated_at: toIso(updated_at) };
}

export function presentMembership(row: GroupMemberRow): GroupMember {
  return { ...presentPerson(row), membership: parseAttributes(row.membership) };
}

export function presentDefinition(row: AttributeDefinitionRow): AttributeDefinition {
  const { owner, name, type, mismatches, last_mismatch_type, last_mismatch_at } = row;
  const last =
    last_mismatch_type === null || last_mismatch_at === null
      ? null
      : { type: last_mismatch_type, at: toIso(last_mismatch_at) };
  return { of: owner, name, type, mismatches, last_mismatch: last };
}

export function presentSegment({ id, name, rule, revision, created_at, updated_at }: SegmentRow): Segment {
  // Cast: the schema validated the rule before it was stored, and evaluation checks it again.
  const read = fromJson(rule, (value) => value as SegmentRule);
  return { id, name, rule: read, revision, created_at: toIso(created_at), updated_at: toIso(updated_at) };
}

export function presentCapGroup(row: CapGroupRow): CapGroupDetail {
  return { id: row.id, ...parseCapGroup(row), revision: row.revision };
}

function pick(attributes: Attributes, names: readonly string[]): Attributes {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = getAttribute(attributes, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function textOf(attributes: Attributes, name: string): string | null {
  const value = getAttribute(attributes, name);
  return typeof value === "string" ? value : null;
}
