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
import { door } from "./door.ts";
import { exportedTables } from "./exports.ts";
import { groups } from "./groups.ts";
import { live } from "./live.ts";
import { liveUpdates } from "./live-updates.ts";
import { overview } from "./overview.ts";
import { people } from "./people.ts";
import { peopleBulk } from "./people-bulk.ts";
import { peopleImport } from "./people-import.ts";
import { person } from "./person.ts";
import { rules } from "./rules.ts";
import { segments } from "./segments.ts";
import { settingsAccount } from "./settings-account.ts";
import { settingsAudit } from "./settings-audit.ts";
import { settingsKeep } from "./settings-keep.ts";
import { settingsMail } from "./settings-mail.ts";
import { settingsMembers } from "./settings-members.ts";
import { settingsTokens } from "./settings-tokens.ts";
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
  door,
  exportedTables,
  groups,
  live,
  liveUpdates,
  overview,
  people,
  peopleBulk,
  peopleImport,
  person,
  rules,
  segments,
  settingsAccount,
  settingsAudit,
  settingsKeep,
  settingsMail,
  settingsMembers,
  settingsTokens,
  shell,
  singleSignOn,
  themes,
  translations,
  webhooks,
};

/** Every text of the console in Arabic; `catalogue.test.ts` holds it to the code. */
export const catalogue: Catalogue = Object.assign({}, ...Object.values(rooms));
