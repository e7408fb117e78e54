import type { Catalogue } from "../catalogue.ts";
import { analytics } from "./analytics.ts";
import { builder } from "./builder.ts";
import { content } from "./content.ts";
import { contract } from "./contract.ts";
import { live } from "./live.ts";
import { people } from "./people.ts";
import { rules } from "./rules.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";

/** A file for each room of the console; `contract` has the texts of tables that the contract holds. */
export const rooms = { analytics, builder, content, contract, live, people, rules, settings, shell };

/** Every text of the console in Arabic; `catalogue.test.ts` holds it to the code. */
export const catalogue: Catalogue = Object.assign({}, ...Object.values(rooms));
