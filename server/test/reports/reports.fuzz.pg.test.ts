import { temporaryPostgresStore } from "../support/temporary-store.ts";
import { reportsContract } from "./reports.contract.ts";

reportsContract("PostgreSQL", temporaryPostgresStore);
