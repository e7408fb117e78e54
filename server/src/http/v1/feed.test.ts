import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { feedContract } from "./feed.contract.ts";

feedContract("SQLite", temporaryStore);
