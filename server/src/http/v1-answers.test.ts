import { temporaryStore } from "../store/testing.ts";
import { answersContract } from "./v1-answers.contract.ts";

answersContract("SQLite", temporaryStore);
