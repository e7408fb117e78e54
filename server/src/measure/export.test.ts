import { temporaryStore } from "../store/testing.ts";
import { exportContract } from "./export.contract.ts";

exportContract("SQLite", temporaryStore);
