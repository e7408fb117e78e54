import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { exportContract } from "./export.contract.ts";

exportContract("SQLite", temporaryStore);
