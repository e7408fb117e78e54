import { type ComponentProps, type RefCallback, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { Dialog } from "./dialog.tsx";
import { LeaveDialog } from "./leave-dialog.tsx";
import { LeaveGuard } from "./leave-guard.tsx";

/** A dialog with a form: what was typed or chosen in it is not lost by Escape, a press beside it, its cross or the browser's Back. */
export function FormDialog({ onOpenChange, children, ...dialog }: ComponentProps<typeof Dialog>) {
  const [touched] = useState(() => new TouchedFields());
  const [is_confirming, setConfirming] = useState(false);
  const lost = t("If you leave now, you’ll lose your changes.");
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
        lost={lost}
        onStay={() => setConfirming(false)}
        onLeave={() => {
          setConfirming(false);
          onOpenChange(false);
        }}
      />
      <LeaveGuard by_history unsaved={() => touched.anyChanged()} lost={lost} />
    </Dialog>
  );
}

/** What is typed into, ticked, switched, or chosen from. */
const FIELDS = "input, textarea, [role=switch], [role=checkbox], [role=radio], [role=combobox], [aria-pressed]";

/** What a form's fields held before somebody changed them. */
class TouchedFields {
  readonly #before = new Map<Element, string>();

  /** For the element around the form. Another form begins with nothing. */
  readonly watch: RefCallback<HTMLElement> = (form) => {
    if (form === null) return undefined;
    const note = (): void => {
      for (const field of form.querySelectorAll(FIELDS)) {
        if (!this.#before.has(field)) this.#before.set(field, fieldValue(field));
      }
    };
    // Each comes before what it changes, and only from people: what is filled in before they come is no change.
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
    // Chips stand beside what is typed to find more of them.
    return field.getAttribute("role") === "combobox"
      ? `${field.value}\n${field.parentElement?.textContent ?? ""}`
      : field.value;
  }
  return field.getAttribute("aria-checked") ?? field.getAttribute("aria-pressed") ?? field.textContent;
}
