import { Plus } from "lucide-react";
import { flushSync } from "react-dom";
import { Button, type ButtonProps } from "../elements/button.tsx";

const FIELDS = "input, textarea, [role=combobox]";

interface AddButtonProps extends Pick<ButtonProps, "variant" | "size" | "disabled" | "className" | "children"> {
  readonly onAdd: () => void;
}

/** Adds a row to a list, and moves the focus to the row's first field. */
export function AddButton({ onAdd, ...button }: AddButtonProps) {
  const add = (): void => {
    const before = new Set(document.querySelectorAll(FIELDS));
    flushSync(onAdd);
    const field = [...document.querySelectorAll<HTMLElement>(FIELDS)].find((each) => !before.has(each));
    field?.focus();
    // Typing replaces a default.
    if (field instanceof HTMLInputElement) field.select();
  };
  return <Button {...button} icon={<Plus />} onClick={add} />;
}
