import { describe } from "bun:test";
import { storeContract } from "./store.contract.ts";
import { temporaryPostgresStore } from "./testing.ts";

describe("PostgreSQL", () => storeContract(temporaryPostgresStore));
