import { temporaryStore } from "../store/testing.ts";
import { experimentsContract } from "./v1-experiments.contract.ts";

experimentsContract("SQLite", temporaryStore);
