import { temporaryStore } from "../store/testing.ts";
import { feedContract } from "./v1-feed.contract.ts";

feedContract("SQLite", temporaryStore);
