import { describe } from "bun:test";
import { temporaryPostgresStore } from "../../test/support/temporary-store.ts";
import { releaseContract } from "./migrations/releases.contract.ts";
import { storeContract } from "./store.contract.ts";

describe("PostgreSQL", () => {
  storeContract(temporaryPostgresStore);
  describe("releases", () => releaseContract("postgres", temporaryPostgresStore));
});
