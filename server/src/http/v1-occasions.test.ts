import { temporaryStore } from "../store/testing.ts";
import { occasionsContract } from "./v1-occasions.contract.ts";

occasionsContract("SQLite", temporaryStore);
