import type { ReactNode } from "react";

interface PageHeaderProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 px-(--gutter) lg:flex-nowrap pt-6 pb-5 sm:pt-8">
      <div className="flex min-w-0 flex-col gap-1 wrap-anywhere">
        <h1 className="text-lg font-semibold outline-none">{title}</h1>
        {description !== undefined && <p className="text-base text-ink-2 text-pretty">{description}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2 lg:shrink-0">{actions}</div>}
    </header>
  );
}
