import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { segmentFunnelContract } from "./segment-funnel.contract.ts";

segmentFunnelContract("SQLite", temporaryStore);
