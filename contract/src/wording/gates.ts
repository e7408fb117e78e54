import type { Gate } from "../gates/gates.ts";
import type { CauseTexts } from "./cause.ts";

/** Short English labels of gates. Their evidence is a full sentence. */
export const GATE_TEXTS = {
  app_paused: "App",
  not_published: "Publication",
  schedule: "Schedule",
  identity: "Identity",
  audience: "Audience",
  tasks: "Tasks",
  url: "Page URL",
  element: "Page elements",
  event: "Trigger",
  frequency: "Frequency",
  cap_group: "Frequency caps",
  suppressed: "“Do not show again”",
  snoozed: "“Remind me later”",
  holdout: "Holdout",
  percentage: "Rollout",
  quota: "Response quota",
  lane_busy: "Other content on screen",
  outranked: "Priority",
  host_paused: "Paused by the page",
  consent: "Consent",
  target_missing: "Target found",
  target_hidden: "Target visible",
  sdk_blocked: "SDK",
  version_mismatch: "Page version",
} satisfies Readonly<Record<Gate, string>> & CauseTexts;
