import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { eventFunnelContract } from "./event-funnel.contract.ts";
import { retentionContract } from "./retention.contract.ts";

eventFunnelContract("SQLite", temporaryStore);
retentionContract("SQLite", temporaryStore);
