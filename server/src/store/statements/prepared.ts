import type { CompiledQuery } from "kysely";
import type { Db } from "../schema/schema.ts";

/**
 * Compiles a statement once per database. For the few statements of every page load and event batch, where building the
 * SQL costs more than running it. `build` gets the parameters of the first call. Later calls bind theirs in the same
 * order, so the SQL may depend only on the number of parameters.
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
 * Reads with a {@link preparedStatement}.
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
