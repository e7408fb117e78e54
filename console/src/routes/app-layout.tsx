import { lazy } from "react";
import { AppFrame } from "../features/shell/app-frame.tsx";
import type { CreateDialogs, DialogProps } from "../features/shell/palette-actions.tsx";

/** Each is loaded with its first opening. */
const CREATE_DIALOGS: CreateDialogs = {
  theme: lazy(async () => {
    const { CreateThemeDialog } = await import("../features/themes/create-theme-dialog.tsx");
    return { default: CreateThemeDialog };
  }),
  goal: lazy(async () => ({ default: (await import("../features/analytics/goal-dialog.tsx")).GoalDialog })),
  webhook: lazy(async () => {
    const { WebhookDialog } = await import("../features/webhooks/webhook-dialog.tsx");
    return { default: (dialog: DialogProps) => <WebhookDialog {...dialog} webhook={undefined} /> };
  }),
};

/** The frame of an app, and what its command palette creates in other features. */
export function AppLayout() {
  return <AppFrame createDialogs={CREATE_DIALOGS} />;
}
