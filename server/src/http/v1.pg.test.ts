import { temporaryPostgresStore } from "../store/testing.ts";
import { eventsContract } from "./v1-events.contract.ts";
import { identifyContract } from "./v1-identify.contract.ts";
import { mergeContract } from "./v1-merge.contract.ts";
import { progressContract } from "./v1-progress.contract.ts";
import { runLimitsContract } from "./v1-run-limits.contract.ts";
import { suppressionScopesContract } from "./v1-suppression-scopes.contract.ts";
import { suppressionsContract } from "./v1-suppressions.contract.ts";
import { tokensContract } from "./v1-tokens.contract.ts";

suppressionsContract("PostgreSQL", temporaryPostgresStore);
mergeContract("PostgreSQL", temporaryPostgresStore);
identifyContract("PostgreSQL", temporaryPostgresStore);
eventsContract("PostgreSQL", temporaryPostgresStore);
progressContract("PostgreSQL", temporaryPostgresStore);
tokensContract("PostgreSQL", temporaryPostgresStore);
runLimitsContract("PostgreSQL", temporaryPostgresStore);
suppressionScopesContract("PostgreSQL", temporaryPostgresStore);
