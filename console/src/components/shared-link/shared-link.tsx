import type { ReactNode } from "react";
import { formatExact } from "../../lib/i18n/format.ts";
import { t } from "../../lib/i18n/t.ts";
import { SecretOnce } from "../../ui/elements/secret-once.tsx";

interface NewLinkProps {
  readonly label: string;
  readonly link: { readonly url: string; readonly expires_at: string };
  readonly children?: ReactNode;
}

/** A new link for other people or another device. It isn't shown again. */
export function NewLink({ label, link: { url, expires_at }, children }: NewLinkProps) {
  return (
    <div role="status" className="flex flex-wrap items-start gap-4">
      <div className="flex min-w-48 flex-1 flex-col gap-2">
        <SecretOnce label={label} value={url} />
        <p className="text-sm text-ink-2">
          {t("The link expires {when}. Copy it now. You won’t see it again.", {
            when: formatExact(Date.parse(expires_at)),
          })}
        </p>
      </div>
      {children}
    </div>
  );
}

/** When the link expires, and when someone opened it last. */
export function linkTimes(expires_at: string, opened_at: string | null): string {
  const expires = t("Expires {when}", { when: formatExact(Date.parse(expires_at)) });
  const opened =
    opened_at === null ? t("Never opened") : t("Opened {when}", { when: formatExact(Date.parse(opened_at)) });
  return `${expires} · ${opened}`;
}
