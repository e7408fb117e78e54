import type { Catalogue } from "../catalogue.ts";

export const content = {} satisfies Catalogue;
