import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppressionsContract } from "./suppressions.contract.ts";

suppressionsContract("SQLite", temporaryStore);
