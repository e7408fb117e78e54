import type { Edition } from "@fanfare/contract/content/content";
import { namedParts } from "@fanfare/contract/content/parts";
import type { AppId, ContentId } from "@fanfare/contract/lib/ids";
import { DAY_MS, limits } from "@fanfare/contract/limits";
import { isTargetAlerting } from "../analytics/reports/funnel-count.ts";
import { fromJson } from "../store/columns.ts";
import { type AlertRow, contentCounts, publishedSince } from "../store/statements/analytics/alerts.ts";
import { funnelSteps } from "../store/statements/analytics/funnel.ts";
import { liveEdition } from "../store/statements/content/published.ts";
import { allReceivers } from "../store/statements/realtime/webhooks.ts";
import type { Store } from "../store/store.ts";
import {
  type BackupFacts,
  backupFindings,
  completionFinding,
  type Finding,
  receiverFindings,
  targetFinding,
} from "./alert-rules.ts";

interface Known {
  readonly open: readonly AlertRow[];
  readonly now_ms: number;
}

/** What all rules find now, about these apps, their webhooks and destinations, and the server. */
export async function readFindings(
  { db }: Pick<Store, "db">,
  app_ids: readonly AppId[],
  backups: BackupFacts | undefined,
  known: Known,
): Promise<readonly Finding[]> {
  const { now_ms } = known;
  const receivers = await allReceivers(db);
  const findings = [...receivers.flatMap((row) => receiverFindings(row, now_ms)), ...backupFindings(backups, now_ms)];
  for (const app_id of app_ids) findings.push(...(await contentFindings(db, app_id, known)));
  return findings;
}

type LiveContent = Awaited<ReturnType<typeof publishedSince>>[number];

async function contentFindings(db: Store["db"], app_id: AppId, known: Known): Promise<readonly Finding[]> {
  const contents = await publishedSince(db, app_id);
  const findings = [...(await completionFindings(db, app_id, contents, known.now_ms))];
  for (const content of contents) findings.push(...(await stepFindings(db, app_id, content, known)));
  return findings;
}

async function stepFindings(
  db: Store["db"],
  app_id: AppId,
  { content_id, name, published_at }: LiveContent,
  { open, now_ms }: Known,
): Promise<readonly Finding[]> {
  const today = now_ms - (now_ms % DAY_MS);
  const from = Math.max(published_at, today - (limits.target_alert_days - 1) * DAY_MS);
  const rows = await funnelSteps(db, { app_id, content_ids: [content_id], from, to: now_ms + 1 }, "content_id");
  const counts = rows.map((row) => ({ step_id: row.step_id, seen: Number(row.seen), missing: Number(row.missing) }));
  // A new version has no views yet.
  const unseen = open.flatMap(({ kind, app_id: of_app, content_id: of, step_id }) =>
    kind === "target_lost" && of_app === app_id && of === content_id && step_id !== null ? [step_id] : [],
  );
  const waiting = unseen.filter((step_id) => !counts.some((each) => each.step_id === step_id));
  const is_named = waiting.length > 0 || counts.some(isTargetAlerting);
  const parts = is_named ? await partsOf(db, app_id, content_id) : undefined;
  return [
    ...counts,
    ...waiting.flatMap((step_id) => (parts?.has(step_id) === true ? [{ step_id, seen: 0, missing: 0 }] : [])),
  ].map((each) => targetFinding({ ...each, app_id, content_id, name, number: parts?.get(each.step_id)?.number }));
}

async function partsOf(db: Store["db"], app_id: AppId, content_id: ContentId) {
  const edition = await liveEdition(db, app_id, content_id);
  // Cast: the schema validated the edition before it was stored.
  return edition === undefined ? undefined : namedParts(fromJson(edition, (value) => value as Edition));
}

const TOUR_EVENTS = { views: ["tour_started"], completed: ["tour_completed"] };

async function completionFindings(
  db: Store["db"],
  app_id: AppId,
  contents: readonly LiveContent[],
  now_ms: number,
): Promise<readonly Finding[]> {
  const tours = contents.filter(({ type }) => type === "tour");
  if (tours.length === 0) return [];
  const to = now_ms - (now_ms % DAY_MS);
  const recent_from = to - limits.completion_alert_days * DAY_MS;
  const from = recent_from - limits.completion_alert_earlier_days * DAY_MS;
  const counts = await contentCounts(db, app_id, { from, recent_from, to }, TOUR_EVENTS);
  return tours.map(({ content_id, name }) => {
    const countIn = (recent: 0 | 1) => {
      const row = counts.find((each) => each.content_id === content_id && Number(each.recent) === recent);
      return { views: Number(row?.views ?? 0), completed: Number(row?.completed ?? 0) };
    };
    return completionFinding({ app_id, content_id, name, recent: countIn(1), earlier: countIn(0) });
  });
}
