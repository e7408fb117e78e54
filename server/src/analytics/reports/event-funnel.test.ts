import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { eventFunnelContract } from "./event-funnel.contract.ts";

eventFunnelContract("SQLite", temporaryStore);
