import { temporaryStore } from "../store/testing.ts";
import { progressContract } from "./v1-progress.contract.ts";

progressContract("SQLite", temporaryStore);
