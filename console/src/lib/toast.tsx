import { Toast } from "@base-ui/react/toast";
import { limits } from "@fanfare/contract/limits";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/elements/button.tsx";
import { IconButton } from "../ui/elements/icon-button.tsx";
import { ProblemTrace } from "../ui/feedback/problem-trace.tsx";
import { ServerText } from "../ui/feedback/server-text.tsx";
import type { ApiProblem } from "./api/api-problem.ts";
import { t } from "./i18n/t.ts";

const manager = Toast.createToastManager();

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
  done: (words: ToastText): string => add("done", words),
  note: (words: ToastText): string => add("note", words),
  /** `onRetry` is offered where trying again may help: by those who leave nothing on the screen to press again. */
  problem: (problem: ApiProblem, title = problem.title, onRetry?: () => void): string => {
    const again = onRetry !== undefined && problem.retryable && { label: t("Try again"), onClick: onRetry };
    const words = { title, description: problem.detail, ...(again === false ? {} : { action: again }) };
    return add("problem", words, <ProblemTrace problem={problem} className="pt-1" />);
  },
  close: (id: string): void => manager.close(id),
};

function add(
  type: "done" | "note" | "problem",
  { title, description, action }: ToastText,
  trace: ReactNode = null,
): string {
  const id: string = manager.add({
    type,
    title,
    ...(description === undefined
      ? {}
      : {
          description: (
            <>
              <ServerText text={description} />
              {trace}
            </>
          ),
        }),
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
              manager.close(id);
            },
          },
        }),
  });
  return id;
}

const ICONS = {
  done: <CircleCheck className="text-positive" />,
  note: <Info className="text-ink-3" />,
  problem: <CircleAlert className="text-negative-text" />,
} as const;

/** Where the toasts appear: once, at the root of the app. */
export function Toaster() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-96 sm:start-auto sm:end-5 sm:bottom-5 sm:mx-0 sm:w-96">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((each) => (
    <Toast.Root
      key={each.id}
      toast={each}
      swipeDirection={["down", "right"]}
      className="absolute inset-x-0 bottom-0 z-[calc(100-var(--toast-index))] h-(--stack-height) origin-bottom rounded-lg bg-raised text-ink shadow-float [--gap:0.625rem] [--peek:0.625rem] [--scale:calc(max(0.8,1-(var(--toast-index)*0.06)))] [--shrink:calc(1-var(--scale))] [--stack-height:var(--toast-frontmost-height,var(--toast-height))] [--rest-y:calc(var(--toast-swipe-movement-y)-(var(--toast-index)*var(--peek))-(var(--shrink)*var(--stack-height)))] [--open-y:calc(var(--toast-offset-y)*-1-(var(--toast-index)*var(--gap))+var(--toast-swipe-movement-y))] [transform:translate(var(--toast-swipe-movement-x),var(--rest-y))_scale(var(--scale))] transition-[transform,opacity,height] duration-300 ease-out after:absolute after:inset-x-0 after:top-full after:h-3 data-expanded:h-(--toast-height) data-expanded:[transform:translate(var(--toast-swipe-movement-x),var(--open-y))] data-ending-style:opacity-0 data-limited:opacity-0 data-starting-style:[transform:translateY(120%)]"
    >
      <Toast.Content className="flex items-start gap-2.5 overflow-hidden p-3 ps-3.5 transition-opacity data-behind:opacity-0 data-expanded:opacity-100 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
        {ICONS[each.type === "done" || each.type === "problem" ? each.type : "note"]}
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-px">
          <Toast.Title className="text-sm font-medium text-pretty" />
          <Toast.Description render={<div />} className="text-sm text-ink-2 wrap-anywhere" />
        </div>
        <Toast.Action className={buttonClass("secondary", "sm")} />
        <Toast.Close
          render={
            <IconButton label={t("Dismiss")} size="sm" className="-me-1">
              <X />
            </IconButton>
          }
        />
      </Toast.Content>
    </Toast.Root>
  ));
}
