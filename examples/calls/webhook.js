// biome-ignore-all lint/correctness/noUndeclaredDependencies: readers install it in their backend
// Verifies a webhook as the documentation shows it. A test runs it.

// #region verify
import { Webhook } from "standardwebhooks";

const webhook = new Webhook("whsec_YOUR_SECRET");
// The message, or an error if someone else sent it.
export const readMessage = (raw_body, headers) => webhook.verify(raw_body, headers);
// #endregion verify
