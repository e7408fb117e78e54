import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { eventConditionsContract } from "./event-conditions.contract.ts";

eventConditionsContract("PostgreSQL", temporaryPostgresStore);
