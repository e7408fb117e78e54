import type { Catalogue } from "../catalogue.ts";

export const contract = {} satisfies Catalogue;
