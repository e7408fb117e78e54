import { CreateContentDialog } from "../components/content/create-content-dialog.tsx";
import { GoalDialog } from "../features/analytics/goal-dialog.tsx";
import { CreateThemeDialog } from "../features/themes/create-theme-dialog.tsx";
import { WebhookDialog } from "../features/webhooks/webhook-dialog.tsx";

/** What can be made in a dialog from anywhere. */
export type CreatableType = "content" | "theme" | "goal" | "webhook";

interface CreateDialogProps {
  readonly type: CreatableType;
  readonly onClose: () => void;
}

/** The dialog in which something new is made, over whatever page one is on. */
export function CreateDialog({ type: what, onClose }: CreateDialogProps) {
  const dialog = {
    open: true,
    onOpenChange: (open: boolean): void => {
      if (!open) onClose();
    },
  };
  switch (what) {
    case "content":
      return <CreateContentDialog {...dialog} />;
    case "theme":
      return <CreateThemeDialog {...dialog} />;
    case "goal":
      return <GoalDialog {...dialog} />;
    case "webhook":
      return <WebhookDialog {...dialog} webhook={undefined} />;
  }
}
