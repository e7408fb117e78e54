import { isId, type MemberId, newId } from "@fanfare/contract/lib/ids";
import { limits } from "@fanfare/contract/limits";
import { emailSchema, memberNameSchema } from "@fanfare/contract/schema/accounts/sign-in";
import {
  endAccess,
  guardOtherOwner,
  type ProvisionedUserRow,
  provisionedUser,
  putProvisionedMember,
  setAccount,
} from "../../store/statements/identity/provisioning.ts";
import { insertRow } from "../../store/statements/insert-row.ts";
import { isUniqueViolation, type Statement } from "../../store/store.ts";
import type { Actor } from "../access/actor.ts";
import { type AuditedAction, auditStatement } from "../audit/audit-entry.ts";
import type { TeamDeps } from "../members/team.ts";
import { NO_PASSWORD } from "../sign-in/passwords.ts";
import { ScimError } from "./scim-error.ts";

/** What the provisioning service decides about a member. */
export interface UserInput {
  readonly user_name: string;
  /** Undefined: the user name. */
  readonly email: string | undefined;
  readonly name: string | undefined;
  readonly external_id: string | null;
  readonly active: boolean;
}

interface Account {
  readonly email: string;
  readonly name: string;
}

/** @throws ScimError `invalidValue`. */
function accountOf({ user_name, email, name }: UserInput, known?: Account): Account {
  const address = emailSchema.safeParse(email ?? (user_name.includes("@") ? user_name : known?.email));
  if (!address.success) {
    throw new ScimError(400, "A user needs an email address, as userName or in emails.", "invalidValue");
  }
  const fallback = known?.name ?? address.data.split("@")[0] ?? address.data;
  const named = memberNameSchema.safeParse((name ?? "").slice(0, limits.member_name_chars_max));
  return { email: address.data, name: named.success ? named.data : fallback };
}

/** @throws ScimError 404. */
export async function findUser({ store }: Pick<TeamDeps, "store">, id: string): Promise<ProvisionedUserRow> {
  const row = isId("mem", id) ? await provisionedUser(store.db, id) : undefined;
  if (row === undefined) throw new ScimError(404, "No member has this ID. The member may have been removed.");
  return row;
}

/**
 * Creates a member without a password. They sign in through the identity provider, as a viewer until a group gives them
 * a role.
 *
 * @throws ScimError `uniqueness` or `invalidValue`.
 */
export async function createUser(deps: TeamDeps, actor: Actor, input: UserInput): Promise<ProvisionedUserRow> {
  const { clock, rng, store } = deps;
  const account = accountOf(input);
  const id = newId("mem", clock, rng);
  const role = "viewer" as const;
  const member = { id, ...account, role, password_hash: NO_PASSWORD, created_at: clock.now() };
  await writeUnique(deps, input, [
    { query: insertRow(store.db, "members", member), expect: 1 },
    { query: putProvisionedMember(store.db, provisionedRow(deps, id, input)) },
    audit(deps, "member.create", actor, id, { email: account.email, role, by: "scim" }),
  ]);
  return await findUser(deps, id);
}

/**
 * Changes a member. Deactivation ends their sessions, tokens, and links at once, and keeps what they created.
 *
 * @throws ScimError `uniqueness`, `mutability` for an owner's address or the last owner, or `invalidValue`.
 */
export async function updateUser(
  deps: TeamDeps,
  actor: Actor,
  known: ProvisionedUserRow,
  input: UserInput,
): Promise<ProvisionedUserRow> {
  const { db } = deps.store;
  const account = accountOf(input, known);
  if (known.role === "owner" && account.email !== known.email) {
    // A password reset link goes to the address.
    throw new ScimError(400, "An owner's email address can't be provisioned. Change it in Fanfare.", "mutability");
  }
  const was_active = known.deactivated_at === null;
  const ends = was_active && !input.active;
  const action = ends ? "member.deactivate" : !was_active && input.active ? "member.reactivate" : "member.update";
  const written = await writeUnique(deps, input, [
    ...(ends ? [{ query: guardOtherOwner(db, known.id), expect: 1 }] : []),
    { query: setAccount(db, known.id, account), expect: 1 },
    { query: putProvisionedMember(db, provisionedRow(deps, known.id, input, known)) },
    ...(ends ? endAccess(db, known.id).map((query) => ({ query })) : []),
    audit(deps, action, actor, known.id, { ...account, active: input.active, by: "scim" }),
  ]);
  if (!written) {
    throw new ScimError(400, "This is the only owner. Give another member the owner role first.", "mutability");
  }
  deps.renewMember(known.id);
  return await findUser(deps, known.id);
}

function provisionedRow(deps: TeamDeps, member_id: MemberId, input: UserInput, known?: ProvisionedUserRow) {
  const { user_name, external_id, active } = input;
  const now_ms = deps.clock.now();
  return {
    ...{ member_id, user_name, external_id, updated_at: now_ms },
    deactivated_at: active ? null : (known?.deactivated_at ?? now_ms),
  };
}

/** False if a guard failed. */
async function writeUnique(deps: TeamDeps, input: UserInput, statements: readonly Statement[]): Promise<boolean> {
  try {
    return (await deps.store.write(statements)).outcome === "committed";
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ScimError(409, `A member with the user name ${input.user_name} or this address exists.`, "uniqueness");
  }
}

function audit(
  deps: TeamDeps,
  action: AuditedAction,
  { member_id }: Actor,
  id: MemberId,
  detail: Readonly<Record<string, unknown>>,
): Statement {
  return auditStatement(deps, { member_id, action, resource: { type: "member", id }, detail });
}
