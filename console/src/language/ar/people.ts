import type { Catalogue } from "../catalogue.ts";

export const people = {} satisfies Catalogue;
