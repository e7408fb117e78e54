import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { identifyContract } from "./identify.contract.ts";

identifyContract("SQLite", temporaryStore);
