import { describe } from "bun:test";
import { temporaryPostgresStore } from "../../../test/support/temporary-store.ts";
import { mixedAttributesContract } from "./mixed-attributes.contract.ts";

describe("attributes of several types (PostgreSQL)", () => mixedAttributesContract(temporaryPostgresStore));
