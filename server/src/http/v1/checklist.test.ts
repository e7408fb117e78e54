import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { checklistContract } from "./checklist.contract.ts";

checklistContract("SQLite", temporaryStore);
