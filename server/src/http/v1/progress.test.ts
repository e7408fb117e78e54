import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { progressContract } from "./progress.contract.ts";

progressContract("SQLite", temporaryStore);
