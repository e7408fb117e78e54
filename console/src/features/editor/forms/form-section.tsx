import { type ReactNode, useId } from "react";

interface FormSectionProps {
  readonly title: string;
  /** First section of a form, whose heading says the same. Only screen readers get the title. */
  readonly lead?: boolean;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

export function FormSection({ title, lead = false, description, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-5 border-t border-line pt-6 first-of-type:border-t-0 first-of-type:pt-0"
    >
      <div className={lead ? "sr-only" : "flex flex-col gap-0.5"}>
        <h3 id={id} className="text-base font-semibold">
          {title}
        </h3>
        {description !== undefined && <p className="text-sm text-ink-2 text-pretty">{description}</p>}
      </div>
      {children}
    </section>
  );
}
