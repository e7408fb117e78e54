import { describe } from "bun:test";
import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { mixedAttributesContract } from "./mixed-attributes.contract.ts";

describe("attributes of several types (SQLite)", () => mixedAttributesContract(temporaryStore));
