import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { tokensContract } from "./tokens.contract.ts";

tokensContract("SQLite", temporaryStore);
