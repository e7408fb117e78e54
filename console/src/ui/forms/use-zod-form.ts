import { type BaseSyntheticEvent, useState } from "react";
import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { type ApiProblem, asProblem } from "../../lib/api/api-problem.ts";
import { zodResolver } from "./zod-resolver.ts";

interface ZodFormOptions<Values extends FieldValues, Output> {
  readonly schema: z.ZodType<Output, Values>;
  readonly defaultValues: NoInfer<Values>;
  /** When a field is checked for the first time. Once the form was sent, each change is checked. */
  readonly mode?: "onSubmit" | "onTouched" | "onChange";
  /** Prefix of the form's fields in the request: `/settings/limits`. */
  readonly pointer?: string;
  readonly send: (values: Output, form: UseFormReturn<Values, unknown, Output>) => unknown;
  /** Whether the form has shown this problem itself. */
  readonly onRefused?: (problem: ApiProblem, form: UseFormReturn<Values, unknown, Output>) => boolean;
}

export interface ZodForm<Values extends FieldValues, Output = unknown> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  readonly submit: (event?: BaseSyntheticEvent) => void;
  readonly busy: boolean;
  /** Server error that belongs to no field. */
  readonly problem: ApiProblem | undefined;
  readonly errorOf: (name: FieldPath<Values>) => string | undefined;
}

/** A form validated by a zod schema. Server errors appear at their field if the form has it. */
export function useZodForm<Values extends FieldValues, Output>({
  schema,
  defaultValues,
  mode = "onSubmit",
  pointer = "",
  send,
  onRefused,
}: ZodFormOptions<Values, Output>): ZodForm<Values, Output> {
  const [problem, setProblem] = useState<ApiProblem>();
  const form = useForm<Values, unknown, Output>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as DefaultValues<Values>,
    mode,
  });
  const { formState } = form;
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    try {
      await send(values, form);
    } catch (error) {
      const refused = asProblem(error);
      const is_shown = showFieldErrors(refused, form, defaultValues, pointer);
      if (!is_shown && onRefused?.(refused, form) !== true) setProblem(refused);
    }
  });
  return {
    form,
    submit: (event) => void submit(event),
    busy: formState.isSubmitting,
    problem,
    errorOf: (name) => firstMessage(form.getFieldState(name, formState).error),
  };
}

/** Shows a refused request's errors at the form's fields of the same name. Returns whether it has one of them. */
export function showFieldErrors<Values extends FieldValues>(
  { fields }: ApiProblem,
  { setError }: Pick<UseFormReturn<Values>, "setError">,
  values: Values,
  pointer = "",
): boolean {
  const placed = fields.flatMap(({ pointer: at, message }) => {
    if (!at.startsWith(`${pointer}/`)) return [];
    const [field = "", ...path] = at.slice(pointer.length + 1).split("/");
    if (!Object.hasOwn(values, field)) return [];
    // A list in the request may be a text in the form.
    const name = typeof values[field] === "object" ? [field, ...path].join(".") : field;
    return [{ name: name as FieldPath<Values>, message }];
  });
  for (const { name, message } of placed) setError(name, { message });
  return placed.length > 0;
}

/** Of a list, its own or the first of its items. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if ("message" in error && typeof error.message === "string") return error.message;
  return Object.values(error).map(firstMessage).find(Boolean);
}

/** Schema of a form whose fields differ from the request. Request errors appear at the field with the same name. */
export function requestFrom<Values extends FieldValues, Schema extends z.ZodType>(
  request: Schema,
  toRequest: (values: Values) => z.input<Schema>,
): z.ZodType<z.output<Schema>, Values> {
  return z.custom<Values>().transform((values, context) => {
    const result = request.safeParse(toRequest(values));
    if (result.success) return result.data;
    for (const { path, message } of result.error.issues) context.addIssue({ code: "custom", path: [...path], message });
    return z.NEVER;
  });
}
