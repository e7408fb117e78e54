import { temporaryStore } from "../store/testing.ts";
import { eventsContract } from "./v1-events.contract.ts";

eventsContract("SQLite", temporaryStore);
