import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { messagesContract } from "./messages.contract.ts";

messagesContract("SQLite", temporaryStore);
