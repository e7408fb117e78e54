/** Filter of alerts. Apart from the schemas, because the console reads it from URLs before they load. */
export const ALERT_STATES = ["all", "open", "resolved"] as const;
export type AlertState = (typeof ALERT_STATES)[number];
