import { GoalDialog } from "../analytics/goal-dialog.tsx";
import { NewContent } from "../content/new-content.tsx";
import { NewTheme } from "../themes/new-theme.tsx";
import { WebhookDialog } from "../webhooks/webhook-dialog.tsx";

/** What can be made in a dialog from anywhere. */
export type Makeable = "content" | "theme" | "goal" | "webhook";

interface MakerProps {
  readonly what: Makeable;
  readonly onClose: () => void;
}

/** The dialog in which something new is made, over whatever page one is on. */
export function Maker({ what, onClose }: MakerProps) {
  const dialog = {
    open: true,
    onOpenChange: (open: boolean): void => {
      if (!open) onClose();
    },
  };
  switch (what) {
    case "content":
      return <NewContent {...dialog} />;
    case "theme":
      return <NewTheme {...dialog} />;
    case "goal":
      return <GoalDialog {...dialog} />;
    case "webhook":
      return <WebhookDialog {...dialog} webhook={undefined} />;
  }
}
