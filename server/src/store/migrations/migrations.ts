import { firstTables } from "./001-first-tables.ts";
import { webhookTables } from "./002-webhooks.ts";
import { appSettingsColumns } from "./003-app-settings.ts";
import { peopleAndSegments } from "./004-people-and-segments.ts";
import { accountTables } from "./005-accounts.ts";
import { liveUpdatesAndMeasures } from "./006-live-updates-and-measures.ts";
import { checklistProgress } from "./007-checklist-progress.ts";
import { occasionTables } from "./008-occasions.ts";
import { feedReads } from "./009-feed-reads.ts";
import { contentArchive } from "./010-content-archive.ts";
import { appLife } from "./012-app-life.ts";
import { themeTable } from "./013-themes.ts";
import { experimentTables } from "./014-experiments.ts";
import { knownPeople } from "./015-known-people.ts";
import { mailServer } from "./017-mail.ts";
import { singleSignOn } from "./018-single-sign-on.ts";
import { peopleImports } from "./019-people-imports.ts";
import { goalRevisions } from "./020-goal-revisions.ts";
import { auditObjects } from "./021-audit-objects.ts";
import { providerSessions } from "./022-provider-sessions.ts";
import { vouchedAttributes } from "./023-vouched-attributes.ts";
import { incompleteDrafts } from "./024-incomplete-drafts.ts";
import { deletedThings } from "./025-deleted-things.ts";
import { webhookAttempts } from "./030-webhook-attempts.ts";
import type { Migration } from "./migration.ts";

/** Every step, in order; a static list, because a server in one file has no directory to look into. */
export const migrations: readonly Migration[] = [
  firstTables,
  webhookTables,
  appSettingsColumns,
  peopleAndSegments,
  accountTables,
  liveUpdatesAndMeasures,
  checklistProgress,
  occasionTables,
  feedReads,
  contentArchive,
  appLife,
  themeTable,
  experimentTables,
  knownPeople,
  mailServer,
  singleSignOn,
  peopleImports,
  goalRevisions,
  auditObjects,
  providerSessions,
  vouchedAttributes,
  incompleteDrafts,
  deletedThings,
  webhookAttempts,
];

/** The schema that this version of Fanfare brings a database up to. */
export const newestSchema = migrations.at(-1)?.number ?? 0;
