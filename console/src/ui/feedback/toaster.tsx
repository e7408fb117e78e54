import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { t } from "../../lib/i18n/t.ts";
import { showToasts, type ToastData, toastManager } from "../../lib/toast.ts";
import { buttonClass } from "../elements/button.tsx";
import { IconButton } from "../elements/icon-button.tsx";
import { ProblemTrace } from "./problem-trace.tsx";
import { ServerText } from "./server-text.tsx";

const ICONS = {
  done: <CircleCheck className="text-positive" />,
  note: <Info className="text-ink-3" />,
  problem: <CircleAlert className="text-negative-text" />,
} as const;

/** Toast region. Render once, at the root. */
export function Toaster() {
  // After the provider below has subscribed to the queue: effects of children run first.
  useEffect(showToasts, []);
  return (
    <Toast.Provider toastManager={toastManager} limit={3}>
      <Toast.Portal>
        <Toast.Viewport className="fixed inset-x-4 bottom-4 z-50 mx-auto max-w-96 sm:start-auto sm:end-5 sm:bottom-5 sm:mx-0 sm:w-96 [--up:1] over-modal:top-4 over-modal:bottom-auto! over-modal:[--up:-1]">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastData>();
  return toasts.map((each) => (
    <Toast.Root
      key={each.id}
      toast={each}
      swipeDirection={["down", "right"]}
      className="absolute inset-x-0 bottom-0 over-modal:top-0 over-modal:bottom-auto over-modal:origin-top z-[calc(100-var(--toast-index))] h-(--stack-height) origin-bottom rounded-lg bg-raised text-ink shadow-float [--gap:0.625rem] [--peek:0.625rem] [--scale:calc(max(0.8,1-(var(--toast-index)*0.06)))] [--shrink:calc(1-var(--scale))] [--stack-height:var(--toast-frontmost-height,var(--toast-height))] [--rest-y:calc(var(--toast-swipe-movement-y)-(var(--up)*((var(--toast-index)*var(--peek))+(var(--shrink)*var(--stack-height)))))] [--open-y:calc(var(--toast-swipe-movement-y)-(var(--up)*(var(--toast-offset-y)+(var(--toast-index)*var(--gap)))))] [transform:translate(var(--toast-swipe-movement-x),var(--rest-y))_scale(var(--scale))] transition-[transform,opacity,height] duration-300 ease-out after:absolute after:inset-x-0 after:top-full after:h-3 data-expanded:h-(--toast-height) data-expanded:[transform:translate(var(--toast-swipe-movement-x),var(--open-y))] data-ending-style:opacity-0 data-limited:opacity-0 data-starting-style:[transform:translateY(calc(120%*var(--up)))]"
    >
      <Toast.Content className="flex items-start gap-2.5 overflow-hidden p-3 ps-3.5 transition-opacity data-behind:opacity-0 data-expanded:opacity-100 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
        {ICONS[each.type === "done" || each.type === "problem" ? each.type : "note"]}
        <div className="flex min-w-0 flex-1 flex-col gap-0.5 py-px">
          <Toast.Title className="text-sm font-medium text-pretty" />
          {each.description !== undefined && (
            <Toast.Description render={<div />} className="text-sm text-ink-2 wrap-anywhere">
              <ServerText text={String(each.description)} />
              {each.data?.problem !== undefined && <ProblemTrace problem={each.data.problem} className="pt-1" />}
            </Toast.Description>
          )}
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
