import type { MemberId } from "@fanfare/contract/lib/ids";
import type { CompiledQuery, Selectable } from "kysely";
import type { JsonText, Millis } from "../../schema/column-types.ts";
import type { Db, Schema } from "../../schema/schema.ts";
export type SecondFactorRow = Selectable<Schema["second_factors"]>;

export function secondFactorOf(db: Db, member_id: MemberId): Promise<SecondFactorRow | undefined> {
  return db.selectFrom("second_factors").selectAll().where("member_id", "=", member_id).executeTakeFirst();
}

/** Replaces an unconfirmed secret. No row if the existing one is confirmed. */
export function putPendingSecondFactor(db: Db, row: SecondFactorRow): CompiledQuery {
  return db
    .insertInto("second_factors")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("member_id").doUpdateSet(row).where("second_factors.confirmed_at", "is", null),
    )
    .compile();
}

/** One row for the first confirmation only. */
export function confirmSecondFactor(
  db: Db,
  { member_id, sealed }: SecondFactorRow,
  confirmed: { readonly at: Millis; readonly step: number; readonly recovery_hashes: JsonText },
): CompiledQuery {
  return db
    .updateTable("second_factors")
    .set({ confirmed_at: confirmed.at, last_step: confirmed.step, recovery_hashes: confirmed.recovery_hashes })
    .where("member_id", "=", member_id)
    .where("sealed", "=", sealed)
    .where("confirmed_at", "is", null)
    .compile();
}

/** Consumes a time step. No row if it or a later one was used already. */
export function consumeTimeStep(db: Db, member_id: MemberId, step: number): CompiledQuery {
  return db
    .updateTable("second_factors")
    .set({ last_step: step })
    .where("member_id", "=", member_id)
    .where("last_step", "<", step)
    .compile();
}

/** Consumes a recovery code. No row if the list was changed meanwhile. */
export function consumeRecoveryCode(db: Db, row: SecondFactorRow, left: JsonText): CompiledQuery {
  return db
    .updateTable("second_factors")
    .set({ recovery_hashes: left })
    .where("member_id", "=", row.member_id)
    .where("recovery_hashes", "=", row.recovery_hashes)
    .compile();
}

export function deleteSecondFactor(db: Db, member_id: MemberId): CompiledQuery {
  return db.deleteFrom("second_factors").where("member_id", "=", member_id).compile();
}
