import type { ReactNode } from "react";
import { useEditor } from "../state/editor-context.ts";

interface SettingsRowProps {
  readonly title: string;
  readonly description: string;
  readonly children: ReactNode;
  /** Gives the fields more width. */
  readonly wide?: boolean;
}

export function SettingsRow({ title, description, children, wide = false }: SettingsRowProps) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-x-10 gap-y-4 border-t border-line py-8 first:border-t-0 first:pt-2 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div className="flex flex-col gap-1">
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="text-sm text-ink-2 text-pretty">{description}</p>
      </div>
      <div className={wide ? "flex min-w-0 flex-col gap-5" : "flex max-w-140 min-w-0 flex-col gap-5"}>{children}</div>
    </section>
  );
}

export function SettingsRows({ children }: { readonly children: ReactNode }) {
  const { read_only } = useEditor();
  return (
    <form id="builder-form" onSubmit={(event) => event.preventDefault()} className="px-(--gutter) py-6">
      <fieldset disabled={read_only} className="flex max-w-280 min-w-0 flex-col">
        {children}
      </fieldset>
    </form>
  );
}
