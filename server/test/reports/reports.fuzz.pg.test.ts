import { temporaryPostgresStore } from "../support/temporary-store.ts";
import { reportsContract } from "./reports.contract.ts";

// Each server has a database of its own, and the same statements as with SQLite.
reportsContract("PostgreSQL", temporaryPostgresStore, 1_000);
