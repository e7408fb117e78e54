import { type Migration, newestOf } from "../migrate.ts";
import { initialSchema } from "./001-initial-schema.ts";

/** Every migration, in order. A static list: a server compiled into one file has no directory to read. */
export const migrations: readonly Migration[] = [initialSchema];

/** The schema that this version of Fanfare brings a database up to. */
export const newestSchema = newestOf(migrations);
