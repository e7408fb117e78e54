import type { CompiledQuery, Kysely } from "kysely";
import type { Schema } from "./schema.ts";

type Db = Kysely<Schema>;

/**
 * A read that is put into SQL once for each database: for the few that every page load makes, where building the text
 * costs more than the answer. `build` is called with the parameters of the first call; those of later calls take their
 * places in the same order, so the same number of them must lead to the same text.
 *
 * @example
 * const runOf = prepared((db: Db, id: RunId) => db.selectFrom("runs").selectAll().where("id", "=", id).compile());
 */
export function prepared<Parameters extends readonly unknown[], Row>(
  build: (db: Db, ...parameters: Parameters) => CompiledQuery<Row>,
): (db: Db, ...parameters: Parameters) => Promise<Row[]> {
  const compiled = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    const known = compiled.get(db);
    const query = known ?? build(db, ...parameters);
    if (known === undefined) {
      if (query.parameters.length !== parameters.length) {
        throw new Error("A prepared read has as many places as parameters, in their order.");
      }
      compiled.set(db, query);
    }
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
