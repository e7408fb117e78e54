import type { Gate } from "@fanfare/contract/rules";

/** What each gate is about, in a word or two; its evidence is a sentence. */
export const GATE_WORDS: Readonly<Record<Gate, string>> = {
  app_paused: "App",
  not_published: "Publication",
  schedule: "Schedule",
  identity: "Signed in or not",
  audience: "Audience",
  url: "Page address",
  element: "Elements of the page",
  event: "Trigger",
  frequency: "Frequency",
  cap_group: "Cap groups",
  suppressed: "“Do not show again”",
  snoozed: "“Remind me later”",
  holdout: "Holdout",
  percentage: "Roll-out",
  lane_busy: "Other content on the screen",
  outranked: "Priority",
  host_paused: "Paused by the page",
  consent: "Consent",
  target_missing: "Target there",
  target_hidden: "Target visible",
  sdk_blocked: "SDK",
  version_mismatch: "Version of the page",
};
