import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { occasionsContract } from "./occasions.contract.ts";

occasionsContract("SQLite", temporaryStore);
