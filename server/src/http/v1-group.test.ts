import { temporaryStore } from "../store/testing.ts";
import { groupContract } from "./v1-group.contract.ts";

groupContract("SQLite", temporaryStore);
