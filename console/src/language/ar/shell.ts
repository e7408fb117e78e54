import type { Catalogue } from "../catalogue.ts";

export const shell = {
  "just now": "الآن",
} satisfies Catalogue;
