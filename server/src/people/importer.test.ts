import { describe } from "bun:test";
import { temporaryStore } from "../store/testing.ts";
import { importerContract } from "./importer.contract.ts";

describe("files of people (SQLite)", () => importerContract(temporaryStore));
