import type { Edition } from "@fanfare/contract/content/content";
import type { EndReason } from "@fanfare/contract/events/events";
import type { PageThemes } from "@fanfare/contract/theme/theme";

/** `window.name` of the frame or window that shows the draft at the width of a device. Kept on its next pages. */
export const DEVICE_NAME = "fanfare-device";

/** From the builder: what to show. `from_id`: plays from this part, or from the start. Undefined: only what changed. */
export type DeviceDraft = readonly [
  edition: Edition,
  name: string,
  themes: PageThemes | undefined,
  from_id: string | null | undefined,
];

/** From the device's page: the part that it shows, how playing ended, or that F6 leads back to the builder. */
export type DeviceNotice =
  | readonly ["shown", step_id: string]
  | readonly ["ended", reason: EndReason]
  | readonly ["left"];
