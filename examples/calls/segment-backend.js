// biome-ignore-all lint/correctness/noUndeclaredDependencies: readers install it in their backend
// #region track
import { Analytics } from "@segment/analytics-node";

const analytics = new Analytics({
  writeKey: "YOUR_APP_KEY:YOUR_API_TOKEN",
  host: "https://fanfare.example",
  path: "/segment/v1/batch",
});
analytics.track({ userId: "u_42", event: "Project Created" });
// #endregion track
