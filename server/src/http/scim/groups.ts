import { limits } from "@fanfare/contract/limits";
import { z } from "zod";
import type { findGroup, GroupInput } from "../../accounts/provisioning/groups.ts";
import { ScimError } from "../../accounts/provisioning/scim-error.ts";
import { toIso } from "../../store/columns.ts";
import { type Assignment, assignmentsOf, type PatchOperation, readString } from "./patch.ts";
import { versionOf } from "./users.ts";

export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

const membersSchema = z.array(z.looseObject({ value: z.string().max(limits.id_chars_max) })).max(100_000);
const groupSchema = z.looseObject({
  displayName: z.string().trim().min(1).max(limits.scim_text_chars_max),
  externalId: z.string().max(limits.scim_text_chars_max).nullish(),
  members: membersSchema.nullish(),
});

/** @throws ScimError `invalidValue`. */
export function readGroup(body: unknown): GroupInput {
  const parsed = groupSchema.safeParse(body);
  if (!parsed.success) throw new ScimError(400, "A group needs a displayName, and members with value.", "invalidValue");
  const { displayName: display_name, externalId, members } = parsed.data;
  const member_ids = (members ?? []).map(({ value }) => value);
  return { display_name, external_id: externalId ?? null, member_ids };
}

type KnownGroup = Awaited<ReturnType<typeof findGroup>>;

/**
 * The group after these operations.
 *
 * @throws ScimError `invalidValue`, `invalidPath`, or `noTarget`.
 */
export function patchedGroup({ group, members }: KnownGroup, operations: readonly PatchOperation[]): GroupInput {
  let { display_name, external_id } = group;
  let member_ids: readonly string[] = members.map(({ member_id }) => member_id);
  for (const assignment of operations.flatMap(assignmentsOf)) {
    const { path, value, op } = assignment;
    if (path === "displayname") display_name = readString(value) ?? display_name;
    else if (path === "externalid") external_id = op === "remove" ? null : (readString(value) ?? null);
    else if (path.startsWith("members")) member_ids = patchedMembers(member_ids, assignment);
    else if (path !== "id" && path !== "schemas") throw new ScimError(400, `Groups have no ${path}.`, "invalidPath");
  }
  return { display_name, external_id, member_ids };
}

/** `members[value eq "mem_…"]`. */
const ONE_MEMBER = /^members\[value eq "([^"]+)"\]$/;

function patchedMembers(before: readonly string[], { path, op, value }: Assignment): readonly string[] {
  const one = ONE_MEMBER.exec(path)?.[1];
  if (one === undefined && path !== "members") {
    throw new ScimError(400, 'Use the path members, or members[value eq "ID"].', "invalidPath");
  }
  const named = one === undefined ? memberIds(value) : [one];
  switch (op) {
    case "add":
      return [...before, ...named];
    case "replace":
      return one === undefined ? named : before;
    case "remove":
      // Without a value, all of them.
      return one === undefined && value === undefined ? [] : before.filter((id) => !named.includes(id));
  }
}

function memberIds(value: unknown): readonly string[] {
  if (value === undefined || value === null) return [];
  const parsed = membersSchema.safeParse(Array.isArray(value) ? value : [value]);
  if (parsed.success) return parsed.data.map((each) => each.value);
  throw new ScimError(400, "members is a list of objects with value.", "invalidValue");
}

export function presentGroup({ group, members }: KnownGroup, base: string, without_members: boolean) {
  const shown = {
    ...{ schemas: [GROUP_SCHEMA], id: group.id, displayName: group.display_name },
    ...(group.external_id === null ? {} : { externalId: group.external_id }),
    ...(without_members
      ? {}
      : {
          members: members.map(({ member_id, member_name }) => ({
            ...{ value: member_id, display: member_name, type: "User", $ref: `${base}/Users/${member_id}` },
          })),
        }),
  };
  return {
    ...shown,
    meta: {
      ...{ resourceType: "Group", created: toIso(group.created_at), lastModified: toIso(group.updated_at) },
      ...{ location: `${base}/Groups/${group.id}`, version: versionOf(shown) },
    },
  };
}
