import { type ReactNode, useState } from "react";
import { useApp } from "../../lib/app-context.ts";
import { t } from "../../lib/i18n/t.ts";
import type { MessageDraft } from "../../model/message-draft.ts";
import { ConfirmDialog } from "../../ui/overlay/confirm-dialog.tsx";

interface ConfirmEveryone {
  /** Asks for confirmation of a message or celebration that goes to everyone now. */
  readonly confirmEveryone: (draft: MessageDraft) => Promise<boolean>;
  /** Render anywhere on the page. */
  readonly dialog: ReactNode;
}

/** `noun`: what the author calls it. */
export function useConfirmEveryone(noun: "message" | "celebration"): ConfirmEveryone {
  const { name } = useApp();
  const [answer, setAnswer] = useState<(go_on: boolean) => void>();
  const reply = (go_on: boolean): void => {
    answer?.(go_on);
    setAnswer(undefined);
  };
  return {
    async confirmEveryone({ audience, when }) {
      // What is scheduled can be canceled.
      if (audience !== "everyone" || when !== "now") return true;
      return new Promise((resolve) => setAnswer(() => resolve));
    },
    dialog: (
      <ConfirmDialog
        open={answer !== undefined}
        onOpenChange={(next) => {
          if (!next) reply(false);
        }}
        title={noun === "message" ? t("Send this message to everyone?") : t("Send this celebration to everyone?")}
        description={
          noun === "message"
            ? t("All open pages of {app} show the message within seconds. You can’t undo this.", { app: name })
            : t("Confetti plays on all open pages of {app} within a second. You can’t undo this.", { app: name })
        }
        action={t("Send to everyone")}
        onConfirm={() => reply(true)}
        busy={false}
      />
    ),
  };
}
