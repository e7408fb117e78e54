import { type CompiledQuery, sql } from "kysely";
import type { Millis } from "../../schema/column-types.ts";
import type { Db } from "../../schema/schema.ts";

/** A budget in milliseconds of refill, which are integers: a full one holds the window. */
export interface AttemptBudget {
  readonly name_hash: string;
  readonly window_ms: number;
  readonly cost_ms: number;
}

/** What is left at `now_ms`. A clock that is behind another server's refills nothing. */
function leftAt(now_ms: Millis, window_ms: number) {
  return sql<number>`case
    when sign_in_attempts.at_ms >= ${now_ms} then sign_in_attempts.left_ms
    when sign_in_attempts.left_ms + (${now_ms} - sign_in_attempts.at_ms) > ${window_ms} then ${window_ms}
    else sign_in_attempts.left_ms + (${now_ms} - sign_in_attempts.at_ms) end`;
}

/** Refills the budget and takes an attempt. Affects no row if too little is left. */
export function takeAttempt(db: Db, { name_hash, window_ms, cost_ms }: AttemptBudget, now_ms: Millis): CompiledQuery {
  const left = leftAt(now_ms, window_ms);
  return db
    .insertInto("sign_in_attempts")
    .values({ name_hash, left_ms: window_ms - cost_ms, at_ms: now_ms })
    .onConflict((conflict) =>
      conflict
        .column("name_hash")
        .doUpdateSet({
          left_ms: sql<number>`${left} - ${cost_ms}`,
          at_ms: sql<number>`case when sign_in_attempts.at_ms > ${now_ms} then sign_in_attempts.at_ms else ${now_ms} end`,
        })
        .where(left, ">=", cost_ms),
    )
    .compile();
}

export function refundAttempt(db: Db, { name_hash, cost_ms }: AttemptBudget): CompiledQuery {
  const left_ms = sql<number>`left_ms + ${cost_ms}`;
  return db.updateTable("sign_in_attempts").set({ left_ms }).where("name_hash", "=", name_hash).compile();
}

/** What is left of a budget. Undefined: all of it. */
export async function attemptsLeft(
  db: Db,
  { name_hash, window_ms }: AttemptBudget,
  now_ms: Millis,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("sign_in_attempts")
    .select(leftAt(now_ms, window_ms).as("left_ms"))
    .where("name_hash", "=", name_hash)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.left_ms);
}

export function deleteAttemptsUntil(db: Db, until_ms: Millis): CompiledQuery {
  return db.deleteFrom("sign_in_attempts").where("at_ms", "<=", until_ms).compile();
}
