import { temporaryStore } from "../store/testing.ts";
import { suppressionScopesContract } from "./v1-suppression-scopes.contract.ts";

suppressionScopesContract("SQLite", temporaryStore);
