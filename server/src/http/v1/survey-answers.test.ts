import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { answersContract } from "./survey-answers.contract.ts";

answersContract("SQLite", temporaryStore);
