import type { AlertResolution } from "@fanfare/contract/alerts/alert";
import { limits } from "@fanfare/contract/limits";
import type { AlertRow } from "../store/statements/analytics/alerts.ts";
import { alertKey, type Finding } from "./alert-rules.ts";

/** What changes about alerts. */
export interface AlertPlan {
  readonly opened: readonly Finding[];
  readonly healthy: readonly { readonly row: AlertRow; readonly since: number | null }[];
  readonly resolved: readonly { readonly row: AlertRow; readonly resolution: AlertResolution }[];
}

/**
 * Compares the open alerts with what was found now. A problem that comes and goes stays one alert: it's resolved only
 * after `limits.alert_healthy_ms` without it. What isn't found at all is gone.
 */
export function planAlerts(open: readonly AlertRow[], findings: readonly Finding[], now_ms: number): AlertPlan {
  const rows = new Map(open.map((row) => [row.key, row]));
  const found = new Set(findings.map(alertKey));
  const opened: Finding[] = [];
  const healthy: { row: AlertRow; since: number | null }[] = [];
  const resolved: { row: AlertRow; resolution: AlertResolution }[] = [];
  for (const finding of findings) {
    const row = rows.get(alertKey(finding));
    if (row === undefined) {
      if (finding.state === "firing") opened.push(finding);
    } else if (finding.state === "firing") {
      if (row.healthy_since !== null) healthy.push({ row, since: null });
    } else if (finding.state === "healthy") {
      if (row.healthy_since === null) healthy.push({ row, since: now_ms });
      else if (now_ms - row.healthy_since >= limits.alert_healthy_ms) resolved.push({ row, resolution: "healed" });
    }
  }
  for (const row of open) if (!found.has(row.key)) resolved.push({ row, resolution: "gone" });
  return { opened, healthy, resolved };
}
