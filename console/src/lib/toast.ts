import { Toast } from "@base-ui/react/toast";
import { limits } from "@fanfare/contract/limits";
import type { ApiProblem } from "./api/api-problem.ts";
import { t } from "./i18n/t.ts";

/** What a toast shows beside its text: the problem that it reports. */
export interface ToastData {
  readonly problem?: ApiProblem;
}

/** The queue that `Toaster` shows. It forgets what is added while no `Toaster` is rendered. */
export const toastManager = Toast.createToastManager<ToastData>();
type NewToast = Parameters<typeof toastManager.add>[0];

/** Toasts from before `Toaster` is rendered, which loads after the first page. */
const waiting: NewToast[] = [];
let is_rendered = false;
let last_id = 0;
let onWaiting = (): void => undefined;

/** Calls `load` when a toast waits for a `Toaster`. Returns a function that ends this. */
export function whenToastWaits(load: () => void): () => void {
  onWaiting = load;
  if (waiting.length > 0) load();
  return () => {
    onWaiting = () => undefined;
  };
}

/** For `Toaster`: shows what waits, and the following toasts at once. Returns a function that ends this. */
export function showToasts(): () => void {
  is_rendered = true;
  for (const each of waiting.splice(0)) toastManager.add(each);
  return () => {
    is_rendered = false;
  };
}

function show(toast: NewToast): void {
  if (is_rendered) {
    toastManager.add(toast);
    return;
  }
  waiting.push(toast);
  onWaiting();
}

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
  close: (id: string): void => {
    const index = waiting.findIndex((each) => each.id === id);
    if (index >= 0) waiting.splice(index, 1);
    toastManager.close(id);
  },
};

function add(
  type: "done" | "note" | "problem",
  { title, description, action }: ToastText,
  data: ToastData = {},
): string {
  const id = `toast-${++last_id}`;
  show({
    id,
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
