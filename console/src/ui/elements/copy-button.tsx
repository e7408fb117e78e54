import { systemClock } from "@fanfare/contract/lib/clock";
import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { announce } from "./announcer.tsx";
import { IconButton } from "./icon-button.tsx";

const DONE_MS = 2_000;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => (copied ? systemClock.after(DONE_MS, () => setCopied(false)) : undefined), [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t("Copied"));
    } catch {
      announce(t("Your browser blocked copying. Copy the text manually."));
    }
  };
  return (
    <IconButton label={copied ? t("Copied") : label} size="sm" onClick={() => void copy()}>
      {copied ? <Check className="text-positive" /> : <Copy />}
    </IconButton>
  );
}
