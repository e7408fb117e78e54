export const ALERT_KINDS = [
  "target_lost",
  "completion_halved",
  "deliveries_failing",
  "deliveries_stopped",
  "backup_failed",
  "backup_overdue",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** `gone`: what the alert was about no longer exists, or isn't live. */
export const ALERT_RESOLUTIONS = ["healed", "gone"] as const;
export type AlertResolution = (typeof ALERT_RESOLUTIONS)[number];
