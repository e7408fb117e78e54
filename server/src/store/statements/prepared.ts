import type { CompiledQuery, Kysely } from "kysely";
import type { Schema } from "../schema/schema.ts";

type Db = Kysely<Schema>;

/**
 * A statement that is put into SQL once for each database: for the few that every page load and every batch of events
 * makes, where building the text costs more than the answer. `build` is called with the parameters of the first call; those
 * of later calls take their places in the same order, so the same number of them must lead to the same text.
 *
 * @example
 * const endRun = preparedStatement((db: Db, state: RunState, id: RunId) =>
 *   db.updateTable("runs").set({ state }).where("id", "=", id).compile());
 */
export function preparedStatement<Parameters extends readonly unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => CompiledQuery<Row>,
): (db: Db, ...parameters: Parameters) => CompiledQuery<Row> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  return (db, ...parameters) => {
    const known = compiled.get(db);
    if (known !== undefined) return { ...known, parameters };
    const query = build(db, ...parameters);
    if (query.parameters.length !== parameters.length) {
      throw new Error("A prepared statement has as many places as parameters, in their order.");
    }
    compiled.set(db, query);
    return query;
  };
}

/**
 * A read by a {@link preparedStatement}.
 *
 * @example
 * const runOf = prepared((db: Db, id: RunId) => db.selectFrom("runs").selectAll().where("id", "=", id).compile());
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => CompiledQuery<Row>,
): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  const statement = preparedStatement(build);
  return async (db, ...parameters) => (await db.executeQuery<Row>(statement(db, ...parameters))).rows;
}
