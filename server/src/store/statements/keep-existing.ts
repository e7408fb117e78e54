import type { OnConflictBuilder } from "kysely";

/** On a conflict of any key, keeps the existing row. */
export const keepExisting = <Tables, Table extends keyof Tables>(conflict: OnConflictBuilder<Tables, Table>) =>
  conflict.doNothing();
