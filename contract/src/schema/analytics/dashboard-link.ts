/** Links that show a dashboard, read-only, to people without an account. */
import { z } from "zod";

export const DASHBOARD_LINK_DAYS = [1, 7, 30, 90] as const;

export const createDashboardLinkRequestSchema = z.strictObject({
  expires_in_days: z.literal(DASHBOARD_LINK_DAYS, "Choose 1, 7, 30, or 90 days.").default(7),
});
