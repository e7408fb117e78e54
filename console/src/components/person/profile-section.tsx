import { type ReactNode, useId } from "react";

interface ProfileSectionProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function ProfileSection({ title, children, action }: ProfileSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-3 border-b border-line px-(--gutter) py-5 last:border-b-0 xl:px-6"
    >
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

export function Pairs({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] gap-x-4 gap-y-2 text-sm">{children}</dl>;
}

export function Pair({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="min-w-0 text-ink-3 wrap-anywhere">
        <bdi>{label}</bdi>
      </dt>
      <dd className="min-w-0 wrap-anywhere">
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
