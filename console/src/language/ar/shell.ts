import type { Catalogue } from "../catalogue.ts";

export const shell = {} satisfies Catalogue;
