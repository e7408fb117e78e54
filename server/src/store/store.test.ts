import { describe } from "bun:test";
import { temporaryStore } from "../../test/support/temporary-store.ts";
import { releaseContract } from "./migrations/releases.contract.ts";
import { storeContract } from "./store.contract.ts";

describe("SQLite", () => {
  storeContract(temporaryStore);
  describe("releases", () => releaseContract("sqlite", temporaryStore));
});
