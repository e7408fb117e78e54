import { temporaryStore } from "../store/testing.ts";
import { messagesContract } from "./v1-messages.contract.ts";

messagesContract("SQLite", temporaryStore);
