import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { eventsContract } from "./events.contract.ts";

eventsContract("SQLite", temporaryStore);
