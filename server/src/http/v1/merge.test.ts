import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { mergeContract } from "./merge.contract.ts";

mergeContract("SQLite", temporaryStore);
