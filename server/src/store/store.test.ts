import { describe } from "bun:test";
import { storeContract } from "./store.contract.ts";
import { temporaryStore } from "./testing.ts";

describe("SQLite", () => storeContract(temporaryStore));
