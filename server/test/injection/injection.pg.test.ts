import { temporaryPostgresStore } from "../support/temporary-store.ts";
import { injectionContract } from "./injection.contract.ts";

/** PostgreSQL differs from SQLite only in what it refuses. */
const SAMPLE = 300;

injectionContract(async () => ({ FANFARE_DATABASE_URL: (await temporaryPostgresStore()).url }), SAMPLE);
