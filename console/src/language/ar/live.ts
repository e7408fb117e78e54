import type { Catalogue } from "../catalogue.ts";

export const live = {} satisfies Catalogue;
