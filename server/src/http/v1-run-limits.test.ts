import { temporaryStore } from "../store/testing.ts";
import { runLimitsContract } from "./v1-run-limits.contract.ts";

runLimitsContract("SQLite", temporaryStore);
