import { type ComponentProps, type RefCallback, useState } from "react";
import { t } from "../language/t.ts";
import { Dialog } from "./dialog.tsx";
import { LeaveQuestion } from "./leave-question.tsx";

/** A dialog with a form: what was typed into it is not lost by Escape, a press beside it or its cross. */
export function FormDialog({ onOpenChange, children, ...dialog }: ComponentProps<typeof Dialog>) {
  const [typed] = useState(() => new TypedWords());
  const [asking, setAsking] = useState(false);
  return (
    <Dialog
      {...dialog}
      onOpenChange={(open) => {
        if (!open && typed.any()) setAsking(true);
        else onOpenChange(open);
      }}
    >
      <div ref={typed.watch} className="contents">
        {children}
      </div>
      <LeaveQuestion
        open={asking}
        lost={t("What you wrote here was not saved. Leaving drops it.")}
        onStay={() => setAsking(false)}
        onLeave={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Dialog>
  );
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The fields of a form that somebody has typed into, and what stood there before. */
class TypedWords {
  readonly #before = new Map<TextField, string>();

  /** For the element around the form. Another form begins with nothing. */
  readonly watch: RefCallback<HTMLElement> = (form) => {
    if (form === null) return undefined;
    const note = ({ target }: Event): void => {
      const is_field = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
      if (is_field && !this.#before.has(target)) this.#before.set(target, target.value);
    };
    // Comes before the first letter does, and only where somebody types or pastes.
    form.addEventListener("beforeinput", note);
    return () => {
      form.removeEventListener("beforeinput", note);
      this.#before.clear();
    };
  };

  any(): boolean {
    return [...this.#before].some(([field, before]) => field.isConnected && field.value !== before);
  }
}
