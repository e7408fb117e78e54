import { temporaryStore } from "../store/testing.ts";
import { identifyContract } from "./v1-identify.contract.ts";

identifyContract("SQLite", temporaryStore);
