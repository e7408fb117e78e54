import type { ReactNode } from "react";
import { type Control, type FieldPath, type FieldValues, useController } from "react-hook-form";
import { Checkbox } from "./checkbox.tsx";

interface FormCheckboxProps<Values extends FieldValues> {
  readonly control: Control<Values, unknown, unknown>;
  readonly name: FieldPath<Values>;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

/** Checkbox for a field of a form. */
export function FormCheckbox<Values extends FieldValues>({ control, name, ...shown }: FormCheckboxProps<Values>) {
  const { value, onChange } = useController({ control, name }).field;
  return <Checkbox {...shown} checked={value === true} onChange={onChange} />;
}
