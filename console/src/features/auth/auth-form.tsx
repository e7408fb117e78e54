import { Link } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import type { ApiProblem } from "../../lib/api/api-problem.ts";
import { t } from "../../lib/i18n/t.ts";
import { Button } from "../../ui/elements/button.tsx";
import { FormProblem } from "../../ui/feedback/form-problem.tsx";

interface AuthFormProps {
  /** Error of the form as a whole. */
  readonly problem: ApiProblem | undefined;
  readonly action: string;
  readonly busy: boolean;
  readonly onSubmit: (event: FormEvent) => void;
  readonly children: ReactNode;
}

/** Form with a link back to sign-in. */
export function AuthForm({ problem, action, busy, onSubmit, children }: AuthFormProps) {
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
        <FormProblem problem={problem} />
        {children}
        <Button type="submit" variant="primary" size="lg" busy={busy} className="mt-1">
          {action}
        </Button>
      </form>
      <p className="text-center text-sm">
        <Link to="/sign-in" search={{}} className="font-medium text-accent-text underline-offset-2 hover:underline">
          {t("Back to sign-in")}
        </Link>
      </p>
    </>
  );
}
