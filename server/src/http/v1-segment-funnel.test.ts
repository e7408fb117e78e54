import { temporaryStore } from "../store/testing.ts";
import { segmentFunnelContract } from "./v1-segment-funnel.contract.ts";

segmentFunnelContract("SQLite", temporaryStore);
