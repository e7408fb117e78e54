import { Toast } from "@base-ui/react/toast";
import { limits } from "@fanfare/contract/limits";
import type { ApiProblem } from "./api/api-problem.ts";
import { t } from "./i18n/t.ts";

/** What a toast shows beside its text: the problem that it reports. */
export interface ToastData {
  readonly problem?: ApiProblem;
}

/** The queue that `Toaster` shows. */
export const toastManager = Toast.createToastManager<ToastData>();

interface ToastText {
  readonly title: string;
  readonly description?: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/** Shows a toast. F6 focuses the toasts. Errors stay until dismissed; others leave, later if they have an action. */
export const toast = {
  done: (text: ToastText): string => add("done", text),
  note: (text: ToastText): string => add("note", text),
  /** Pass `onRetry` if the page has no button to try again. Shown only for retryable problems. */
  problem: (problem: ApiProblem, title = problem.title, onRetry?: () => void): string => {
    const again = onRetry !== undefined && problem.retryable && { label: t("Try again"), onClick: onRetry };
    const text = { title, description: problem.detail, ...(again === false ? {} : { action: again }) };
    return add("problem", text, { problem });
  },
  close: (id: string): void => toastManager.close(id),
};

function add(
  type: "done" | "note" | "problem",
  { title, description, action }: ToastText,
  data: ToastData = {},
): string {
  const id: string = toastManager.add({
    type,
    title,
    data,
    ...(description === undefined ? {} : { description }),
    // Polite, also for errors, because they respond to a recent action. (Urgent toasts are hidden from assistive
    // technology while reachable by Tab.)
    priority: "low",
    timeout: type === "problem" ? 0 : action === undefined ? limits.toast_ms : limits.toast_action_ms,
    ...(action === undefined
      ? {}
      : {
          actionProps: {
            children: action.label,
            onClick: () => {
              action.onClick();
              toastManager.close(id);
            },
          },
        }),
  });
  return id;
}
