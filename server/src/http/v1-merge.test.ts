import { temporaryStore } from "../store/testing.ts";
import { mergeContract } from "./v1-merge.contract.ts";

mergeContract("SQLite", temporaryStore);
