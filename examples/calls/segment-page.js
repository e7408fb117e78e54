import { AnalyticsBrowser } from "@segment/analytics-next";

const segment = { apiHost: "fanfare.example/segment/v1" };
export const analytics = AnalyticsBrowser.load(
  { writeKey: "YOUR_APP_KEY", cdnSettings: { integrations: { "Segment.io": { apiKey: "YOUR_APP_KEY", ...segment } } } },
  { integrations: { "Segment.io": segment } },
);
