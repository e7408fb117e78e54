import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { funnelContract } from "./funnel.contract.ts";

funnelContract("SQLite", temporaryStore);
