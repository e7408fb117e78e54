import type { TailedEvent } from "@fanfare/contract/schema/channel";
import { ChevronDown } from "lucide-react";
import { number } from "../language/format.ts";
import { t } from "../language/t.ts";
import { Button } from "../ui/button.tsx";
import { Combobox } from "../ui/combobox.tsx";
import { namesIn } from "./tail.ts";

interface TailNamesProps {
  readonly events: readonly TailedEvent[];
  readonly onChoose: (name: string) => void;
}

/** The channels and names of what was heard, and how often, to filter by. */
export function TailNames({ events, onChoose }: TailNamesProps) {
  const items = namesIn(events).map(({ kind, name, count }) => ({
    id: `${kind} ${name}`,
    name,
    label: name,
    hint: kind === "channel" ? t("Channel") : t("Event"),
    count: number(count),
  }));
  return (
    <Combobox
      label={t("Channels and events that were heard")}
      items={items}
      value={null}
      onChange={({ name }) => onChoose(name)}
      placeholder={t("Channel or event")}
      empty={t("None of them matches")}
      trigger={(props) => (
        <Button {...props} disabled={items.length === 0}>
          {t("Heard")}
          <ChevronDown className="text-ink-3" />
        </Button>
      )}
    />
  );
}
