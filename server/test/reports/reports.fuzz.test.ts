import { temporaryStore } from "../support/temporary-store.ts";
import { reportsContract } from "./reports.contract.ts";

reportsContract("SQLite", temporaryStore);
