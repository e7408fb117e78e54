import { temporaryStore } from "../store/testing.ts";
import { checklistContract } from "./v1-checklist.contract.ts";

checklistContract("SQLite", temporaryStore);
