import { describe } from "bun:test";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { importerContract } from "./importer.contract.ts";

describe("people files (SQLite)", () => importerContract(temporaryStore));
