import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly art?: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Fills the whole page, so its title is the page's heading. */
  readonly whole_page?: boolean;
}

/** Explains what will appear here and how to add it. */
export function EmptyState({ art, title, children, actions, whole_page = false }: EmptyStateProps) {
  const Title = whole_page ? "h1" : "h2";
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center wrap-anywhere">
      {art !== undefined && <div className="mb-6">{art}</div>}
      <Title className="text-md font-semibold text-balance">{title}</Title>
      <div className="mt-1.5 max-w-110 text-base text-ink-2 text-balance">{children}</div>
      {actions !== undefined && <div className="mt-6 flex w-full flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

export function EmptyArt({ icon: Icon }: { readonly icon: LucideIcon }) {
  return (
    <span className="grid size-11 place-items-center rounded-full bg-fill text-ink-3">
      <Icon className="size-5" />
    </span>
  );
}
