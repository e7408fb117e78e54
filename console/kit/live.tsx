import { useState } from "react";
import { ChipsCombobox } from "../src/ui/combobox/chips-combobox.tsx";
import { Carousel } from "../src/ui/elements/carousel.tsx";
import { Sparkline } from "../src/ui/elements/sparkline.tsx";
import { LiveDot } from "../src/ui/feedback/live-dot.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { NewItemsButton } from "../src/ui/table/new-items-button.tsx";
import { LONG, MIXED, Row, Sample } from "./sample.tsx";

const PEOPLE = ["Ada", "Grace", "Vera", "Alan"].map((label) => ({ id: label, label, hint: label.toLowerCase() }));
const SLIDES = ["One", "Two", "Three", LONG, MIXED, "Six"] as const;
const COUNTS = [0, 2, 5, 3, 8, 13, 9, 4, 6, 7] as const;

export function LiveKit() {
  const [chosen, setChosen] = useState<readonly (typeof PEOPLE)[number][]>(PEOPLE.slice(0, 2));
  const [query, setQuery] = useState("");
  return (
    <Sample title="Live">
      <Row>
        <LiveDot state="connecting" />
        <LiveDot state="live" />
        <LiveDot state="reconnecting" />
        <LiveDot state="offline" />
        <LiveDot state="paused" />
        <LiveDot state="refused" />
      </Row>
      <div className="h-10">
        <NewItemsButton count={12} onShow={() => undefined} />
      </div>
      <Sparkline values={[]} places={20} className="max-w-80" />
      <Sparkline values={COUNTS} places={20} className="max-w-80" />
      <Field label="Chips">
        <ChipsCombobox
          label="People"
          items={PEOPLE.filter(({ label }) => label.toLowerCase().startsWith(query.toLowerCase()))}
          value={chosen}
          onChange={setChosen}
          query={query}
          onQuery={setQuery}
          placeholder="Ada"
        />
      </Field>
      <Carousel
        label="Carousel"
        slides={SLIDES}
        idOf={(slide) => slide}
        render={(slide) => <p className="wrap-anywhere">{slide}</p>}
      />
    </Sample>
  );
}
