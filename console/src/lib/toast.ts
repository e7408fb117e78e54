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

/**
 * Says that something went well, or what went wrong, from anywhere. F6 reaches what is shown. What can be pressed stays
 * until it is dismissed, and so does an error: one that vanishes helps nobody.
 */
export const toast = {
  done: (text: ToastText): string => add("done", text),
  note: (text: ToastText): string => add("note", text),
  /** `onRetry` is offered where trying again may help: by those who leave nothing on the screen to press again. */
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
    // Polite, errors too: they answer something that the person has just done. (The urgent kind hides itself from
    // assistive technology while it can be reached by Tab.)
    priority: "low",
    timeout: action === undefined && type !== "problem" ? limits.toast_ms : 0,
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
