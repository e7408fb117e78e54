import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { runLimitsContract } from "./run-limits.contract.ts";

runLimitsContract("SQLite", temporaryStore);
