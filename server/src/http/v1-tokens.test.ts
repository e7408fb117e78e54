import { temporaryStore } from "../store/testing.ts";
import { tokensContract } from "./v1-tokens.contract.ts";

tokensContract("SQLite", temporaryStore);
