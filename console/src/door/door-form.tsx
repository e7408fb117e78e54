import { Link } from "@tanstack/react-router";
import type { FormEvent, ReactNode } from "react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Callout } from "../ui/callout.tsx";

interface DoorFormProps {
  /** What went wrong with all of it. */
  readonly error: string | undefined;
  readonly action: string;
  readonly busy: boolean;
  readonly onSubmit: (event: FormEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** A form at the door that leads back to signing in. */
export function DoorForm({ error, action, busy, onSubmit, children }: DoorFormProps) {
  return (
    <>
      <form onSubmit={(event) => void onSubmit(event)} noValidate className="flex flex-col gap-5">
        {error !== undefined && <Callout tone="problem">{error}</Callout>}
        {children}
        <Button type="submit" look="primary" size="lg" busy={busy} className="mt-1">
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
