import { CONTENT_TYPES } from "@fanfare/contract/content";
import { ChevronDown, Layers } from "lucide-react";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Menu, MenuChoice } from "../ui/menu.tsx";
import type { ContentSearch } from "./search.ts";
import { TYPE_WORDS } from "./types.tsx";

interface TypeFilterProps {
  readonly value: ContentSearch["type"];
  readonly onChange: (type: ContentSearch["type"]) => void;
}

const OPTIONS = [
  { value: "all" as const, label: t("All types"), icon: <Layers /> },
  ...CONTENT_TYPES.map((value) => ({ value, label: TYPE_WORDS[value].label, icon: TYPE_WORDS[value].icon })),
];

/** Which type of content the list shows. */
export function TypeFilter({ value, onChange }: TypeFilterProps) {
  const now = OPTIONS.find((option) => option.value === value);
  return (
    <Menu
      align="start"
      trigger={
        <Button
          aria-label={t("Type: {type}", { type: now?.label ?? "" })}
          icon={now?.icon}
          className="max-sm:flex-1 max-sm:justify-start"
        >
          <span className="max-sm:flex-1 max-sm:text-start">{now?.label}</span>
          <ChevronDown className="text-ink-3" />
        </Button>
      }
    >
      <MenuChoice label={t("Type")} value={value} options={OPTIONS} onChange={onChange} />
    </Menu>
  );
}
