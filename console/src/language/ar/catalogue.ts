import type { Catalogue } from "../catalogue.ts";
import { analytics } from "./analytics.ts";
import { analyticsGoals } from "./analytics-goals.ts";
import { appSettings } from "./app-settings.ts";
import { builder } from "./builder.ts";
import { celebrations } from "./celebrations.ts";
import { content } from "./content.ts";
import { contract } from "./contract.ts";
import { contractThemes } from "./contract-themes.ts";
import { live } from "./live.ts";
import { people } from "./people.ts";
import { rules } from "./rules.ts";
import { segments } from "./segments.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { webhooks } from "./webhooks.ts";

/** A file for each room of the console; `contract` has the texts of tables that the contract holds. */
export const rooms = {
  analytics,
  analyticsGoals,
  appSettings,
  builder,
  celebrations,
  content,
  contract,
  contractThemes,
  live,
  people,
  rules,
  segments,
  settings,
  shell,
  webhooks,
};

/** Every text of the console in Arabic; `catalogue.test.ts` holds it to the code. */
export const catalogue: Catalogue = Object.assign({}, ...Object.values(rooms));
