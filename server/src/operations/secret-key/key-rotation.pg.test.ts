import { describe } from "bun:test";
import { emptyPostgresStore } from "../../../test/support/temporary-store.ts";
import { keyRotationContract } from "./key-rotation.contract.ts";

describe("master key on PostgreSQL", () => keyRotationContract(emptyPostgresStore));
