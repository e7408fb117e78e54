import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { experimentsContract } from "./experiments.contract.ts";

experimentsContract("SQLite", temporaryStore);
