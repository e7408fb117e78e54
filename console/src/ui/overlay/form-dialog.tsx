import { useBlocker } from "@tanstack/react-router";
import { type ComponentProps, type RefCallback, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Dialog } from "./dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";

/** Dialog with a form. Escape, outside clicks, the close icon, and back navigation don't silently discard input. */
export function FormDialog({ onOpenChange, children, ...dialog }: ComponentProps<typeof Dialog>) {
  const [touched] = useState(() => new TouchedFields());
  const [is_confirming, setConfirming] = useState(false);
  // Links aren't reachable, and Back closes the dialog. Only leaving the console is guarded here.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => touched.anyChanged() });
  return (
    <Dialog
      {...dialog}
      onOpenChange={(open) => {
        if (!open && touched.anyChanged()) setConfirming(true);
        else onOpenChange(open);
      }}
    >
      <div ref={touched.watch} className="contents">
        {children}
      </div>
      <LeaveDialog
        open={is_confirming}
        lost={t("If you leave now, you’ll lose your changes.")}
        onStay={() => setConfirming(false)}
        onLeave={() => {
          setConfirming(false);
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

const FIELDS = "input, textarea, [role=switch], [role=checkbox], [role=radio], [role=combobox], [aria-pressed]";

/** Chooses what the dialog shows, which is no input. */
const VIEW_SWITCH = "[data-view-switch]";

/** Tracks the values of a form's fields before people change them. */
class TouchedFields {
  readonly #before = new Map<Element, string>();

  /** Ref of the element around the form. Each new form starts untouched. */
  readonly watch: RefCallback<HTMLElement> = (form) => {
    if (form === null) return undefined;
    const note = (): void => {
      for (const field of form.querySelectorAll(FIELDS)) {
        if (!this.#before.has(field) && field.closest(VIEW_SWITCH) === null) this.#before.set(field, fieldValue(field));
      }
    };
    // These events precede the change and come only from people, so values set by code don't count.
    const signs = ["pointerdown", "keydown", "beforeinput"] as const;
    for (const sign of signs) form.addEventListener(sign, note, { capture: true });
    return () => {
      for (const sign of signs) form.removeEventListener(sign, note, { capture: true });
      this.#before.clear();
    };
  };

  anyChanged(): boolean {
    return [...this.#before].some(([field, before]) => field.isConnected && fieldValue(field) !== before);
  }
}

function fieldValue(field: Element): string {
  if (field instanceof HTMLTextAreaElement) return field.value;
  if (field instanceof HTMLInputElement) {
    if (field.type === "checkbox" || field.type === "radio") return String(field.checked);
    // Includes the chips next to the input.
    return field.getAttribute("role") === "combobox"
      ? `${field.value}\n${field.parentElement?.textContent ?? ""}`
      : field.value;
  }
  return field.getAttribute("aria-checked") ?? field.getAttribute("aria-pressed") ?? field.textContent;
}
