import { systemClock } from "@fanfare/contract/lib/clock";
import { limits } from "@fanfare/contract/limits";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { t } from "../../lib/i18n/t.ts";
import { cx } from "../cx.ts";
import { IconButton } from "../elements/icon-button.tsx";
import { inputClass } from "./input.tsx";

interface SearchInputProps {
  readonly label: string;
  readonly placeholder: string;
  /** Current search in the URL, which also changes on back navigation. */
  readonly value: string;
  readonly onSearch: (value: string) => void;
  readonly className?: string;
}

/** Searches while typing (debounced), and immediately on Enter. */
export function SearchInput({ label, placeholder, value, onSearch, className }: SearchInputProps) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);

  useEffect(() => {
    if (typed === sent.current) return;
    return systemClock.after(limits.search_delay_ms, () => {
      sent.current = typed;
      onSearch(typed);
    });
  }, [typed, onSearch]);

  const now = (next: string): void => {
    sent.current = next;
    setTyped(next);
    onSearch(next);
  };

  return (
    <search className={cx("relative", className)}>
      <Search className="pointer-events-none absolute inset-y-0 start-2.5 my-auto size-4 text-ink-3" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={typed}
        className={inputClass("h-8 w-full ps-8.5 pe-9 text-sm [&::-webkit-search-cancel-button]:hidden")}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") now(typed);
          if (event.key === "Escape" && typed !== "") {
            event.preventDefault();
            now("");
          }
        }}
      />
      {typed !== "" && (
        <IconButton
          label={t("Clear search")}
          size="sm"
          className="absolute inset-y-0 end-0.5 my-auto"
          onClick={() => {
            now("");
            input.current?.focus();
          }}
        >
          <X />
        </IconButton>
      )}
    </search>
  );
}
