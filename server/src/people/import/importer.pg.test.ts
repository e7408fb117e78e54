import { describe } from "bun:test";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { importerContract } from "./importer.contract.ts";

describe("people files (PostgreSQL)", () => importerContract(temporaryPostgresStore));
