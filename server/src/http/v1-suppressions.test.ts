import { temporaryStore } from "../store/testing.ts";
import { suppressionsContract } from "./v1-suppressions.contract.ts";

suppressionsContract("SQLite", temporaryStore);
