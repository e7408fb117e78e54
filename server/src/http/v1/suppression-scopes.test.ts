import { temporaryStore } from "../../../test/support/temporary-store.ts";
import { suppressionScopesContract } from "./suppression-scopes.contract.ts";

suppressionScopesContract("SQLite", temporaryStore);
