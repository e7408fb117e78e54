import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { groupContract } from "./group.contract.ts";

groupContract("SQLite", temporaryStore);
