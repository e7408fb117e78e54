import type { Catalogue } from "../catalogue.ts";

export const rules = {} satisfies Catalogue;
