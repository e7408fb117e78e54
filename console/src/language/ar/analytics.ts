import type { Catalogue } from "../catalogue.ts";

export const analytics = {} satisfies Catalogue;
