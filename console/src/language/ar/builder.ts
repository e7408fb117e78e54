import type { Catalogue } from "../catalogue.ts";

export const builder = {} satisfies Catalogue;
