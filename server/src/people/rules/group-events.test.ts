import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { groupEventsContract } from "./group-events.contract.ts";

groupEventsContract("SQLite", temporaryStore);
