import { describe } from "bun:test";
import { temporaryPostgresStore } from "../store/testing.ts";
import { importerContract } from "./importer.contract.ts";

describe("files of people (PostgreSQL)", () => importerContract(temporaryPostgresStore));
