import type { Catalogue } from "../catalogue.ts";
import { analytics } from "./analytics.ts";
import { analyticsGoals } from "./analytics-goals.ts";
import { appSettings } from "./app-settings.ts";
import { builder } from "./builder.ts";
import { builderForms } from "./builder-forms.ts";
import { builderHistory } from "./builder-history.ts";
import { builderParts } from "./builder-parts.ts";
import { builderRules } from "./builder-rules.ts";
import { builderTranslations } from "./builder-translations.ts";
import { celebrations } from "./celebrations.ts";
import { content } from "./content.ts";
import { contract } from "./contract.ts";
import { contractThemes } from "./contract-themes.ts";
import { live } from "./live.ts";
import { people } from "./people.ts";
import { peopleImport } from "./people-import.ts";
import { rules } from "./rules.ts";
import { segments } from "./segments.ts";
import { settings } from "./settings.ts";
import { shell } from "./shell.ts";
import { singleSignOn } from "./single-sign-on.ts";
import { themes } from "./themes.ts";
import { translations } from "./translations.ts";
import { webhooks } from "./webhooks.ts";

/** A file for each room of the console; `contract` has the texts of tables that the contract holds. */
export const rooms = {
  analytics,
  analyticsGoals,
  appSettings,
  builder,
  builderForms,
  builderHistory,
  builderParts,
  builderRules,
  builderTranslations,
  celebrations,
  content,
  contract,
  contractThemes,
  live,
  people,
  peopleImport,
  rules,
  segments,
  settings,
  shell,
  singleSignOn,
  themes,
  translations,
  webhooks,
};

/** Every text of the console in Arabic; `catalogue.test.ts` holds it to the code. */
export const catalogue: Catalogue = Object.assign({}, ...Object.values(rooms));
