import type { MemberId } from "@fanfare/contract/lib/ids";
import type { Rng } from "@fanfare/contract/lib/rng";
import { limits } from "@fanfare/contract/limits";
import { ProblemError } from "@fanfare/contract/problem";
import type { RecoveryCodes, TwoFactorSetup, TwoFactorState } from "@fanfare/contract/schema/responses/accounts/member";
import { z } from "zod";
import type { Vault } from "../../lib/vault.ts";
import { fromJson, toJson } from "../../store/columns.ts";
import {
  confirmSecondFactor,
  consumeRecoveryCode,
  consumeTimeStep,
  deleteSecondFactor,
  putPendingSecondFactor,
  type SecondFactorRow,
  secondFactorOf,
} from "../../store/statements/accounts/second-factors.ts";
import type { Statement, WriteDeps } from "../../store/store.ts";
import { auditStatement } from "../audit/audit-entry.ts";
import { hashToken } from "./opaque-token.ts";
import { base32, findTotpStep, otpauthUrl } from "./totp.ts";

export interface SecondFactorDeps extends WriteDeps {
  readonly vault: Pick<Vault, "seal" | "unseal">;
}

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
/** 80 bits, 16 base32 characters. */
const RECOVERY_BYTES = 10;
const hashesSchema = z.array(z.string());

export const secondFactorVaultContext = (member_id: MemberId): string => `second_factor:${member_id}`;

/**
 * Creates a shared secret, encrypted at rest. It takes effect once the member confirms it with a code.
 *
 * @throws ProblemError `second_factor_on`.
 */
export async function startTwoFactorSetup(
  deps: SecondFactorDeps,
  { member_id, email }: { readonly member_id: MemberId; readonly email: string },
): Promise<TwoFactorSetup> {
  const { rng, store, vault } = deps;
  const secret = rng.bytes(SECRET_BYTES);
  const sealed = vault.seal(Buffer.from(secret).toString("base64"), secondFactorVaultContext(member_id));
  const row = { member_id, sealed, confirmed_at: null, last_step: 0, recovery_hashes: toJson([]) };
  const written = await store.write([{ query: putPendingSecondFactor(store.db, row), expect: 1 }]);
  if (written.outcome === "unmet") {
    throw new ProblemError(
      "second_factor_on",
      "Two-factor authentication is already on. Turn it off before you set it up again.",
    );
  }
  return { secret: base32(secret), url: otpauthUrl(secret, email) };
}

/**
 * Turns on two-factor authentication after the first valid code.
 *
 * @throws ProblemError `second_factor_failed`.
 */
export async function confirmTwoFactor(
  deps: SecondFactorDeps,
  member_id: MemberId,
  code: string,
): Promise<RecoveryCodes> {
  const { clock, rng, store } = deps;
  const row = await secondFactorOf(store.db, member_id);
  const step = row === undefined ? undefined : findTotpStep(readSecret(deps, row), code, clock.now());
  if (row === undefined || step === undefined) throw wrongCode();
  const recovery_codes = Array.from({ length: limits.recovery_codes }, () => recoveryCode(rng));
  const recovery_hashes = toJson(recovery_codes.map(hashRecoveryCode));
  const written = await store.write([
    { query: confirmSecondFactor(store.db, row, { at: clock.now(), step, recovery_hashes }), expect: 1 },
    audit(deps, "member.start_two_factor", member_id, member_id),
  ]);
  if (written.outcome === "unmet") throw wrongCode();
  return { recovery_codes };
}

export async function twoFactorState(
  { store }: Pick<SecondFactorDeps, "store">,
  member_id: MemberId,
): Promise<TwoFactorState> {
  const row = await secondFactorOf(store.db, member_id);
  if (row === undefined || row.confirmed_at === null) return { on: false, recovery_codes_left: 0 };
  return { on: true, recovery_codes_left: fromJson(row.recovery_hashes, (value) => hashesSchema.parse(value)).length };
}

/** Turns off two-factor authentication. Idempotent. `by`: the member, or the member who helps them. */
export async function turnOffTwoFactor(
  deps: SecondFactorDeps,
  member_id: MemberId,
  by: MemberId | null,
): Promise<void> {
  await deps.store.write([
    { query: deleteSecondFactor(deps.store.db, member_id), expect: 1 },
    audit(deps, "member.end_two_factor", by, member_id),
  ]);
}

/**
 * Returns the statements that consume a code, to run in one batch with the sign-in. Empty for a member without a second
 * factor.
 *
 * @throws ProblemError `second_factor_required` without a code, `second_factor_failed` for a wrong one.
 */
export async function useSecondFactor(
  deps: SecondFactorDeps,
  member_id: MemberId,
  code: string | undefined,
): Promise<readonly Statement[]> {
  const { clock, store } = deps;
  const row = await secondFactorOf(store.db, member_id);
  if (row === undefined || row.confirmed_at === null) return [];
  if (code === undefined || code === "") {
    throw new ProblemError("second_factor_required", "Enter a code from your authenticator app, or a recovery code.");
  }
  const step = findTotpStep(readSecret(deps, row), code, clock.now());
  if (step !== undefined) {
    if (step <= row.last_step) throw wrongCode();
    return [{ query: consumeTimeStep(store.db, member_id, step), expect: 1 }];
  }
  const hashes = fromJson(row.recovery_hashes, (value) => hashesSchema.parse(value));
  const hash = hashRecoveryCode(code);
  if (!hashes.includes(hash)) throw wrongCode();
  const left = toJson(hashes.filter((each) => each !== hash));
  return [{ query: consumeRecoveryCode(store.db, row, left), expect: 1 }];
}

export function wrongCode(): ProblemError {
  return new ProblemError(
    "second_factor_failed",
    "This code is wrong, expired, or already used. Wait for the next code, and check your phone's clock.",
  );
}

function readSecret({ vault }: SecondFactorDeps, { member_id, sealed }: SecondFactorRow): Uint8Array {
  return Buffer.from(vault.unseal(sealed, secondFactorVaultContext(member_id)), "base64");
}

/** Four groups of four, without characters that look alike. */
function recoveryCode(rng: Pick<Rng, "bytes">): string {
  return (base32(rng.bytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join("-");
}

/** Ignores dashes and case, because people type codes with and without them. */
function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ""));
}

function audit(
  deps: SecondFactorDeps,
  action: "member.start_two_factor" | "member.end_two_factor",
  by: MemberId | null,
  member_id: MemberId,
): Statement {
  return auditStatement(deps, { member_id: by, action, resource: { type: "member", id: member_id } });
}
