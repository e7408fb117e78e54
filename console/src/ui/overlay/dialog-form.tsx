import type { FormEvent, ReactNode } from "react";
import type { ApiProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button, type ButtonProps } from "../elements/button.tsx";
import { FormProblem } from "../feedback/form-problem.tsx";
import { DialogFooter } from "./dialog-footer.tsx";

interface DialogFormProps extends Pick<ButtonProps, "busy" | "disabled" | "icon" | "variant"> {
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => unknown;
  /** The server's error for the form as a whole. */
  readonly problem: ApiProblem | undefined;
  readonly problem_title?: string;
  readonly children: ReactNode;
  /** Label of the submit button, which the other button props are for. */
  readonly action: string;
  readonly onCancel: () => void;
}

/** Form that fills a dialog. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, problem, problem_title, children, action, onCancel, ...button } = props;
  return (
    <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-5">
      <FormProblem problem={problem} {...(problem_title === undefined ? {} : { title: problem_title })} />
      {children}
      <DialogFooter>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" variant="primary" {...button}>
          {action}
        </Button>
      </DialogFooter>
    </form>
  );
}
