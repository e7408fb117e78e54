import { type Migration, newestOf } from "../migrate.ts";
import { initialSchema } from "./001-initial-schema.ts";

/** Every migration, in order. A static list, because a server compiled into one file has no directory to read. */
export const migrations: readonly Migration[] = [initialSchema];

export const newestSchema = newestOf(migrations);
