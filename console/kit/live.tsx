import { useState } from "react";
import { ChipsCombobox } from "../src/ui/combobox/chips-combobox.tsx";
import { type Bar, BarChart } from "../src/ui/elements/bar-chart.tsx";
import { Carousel } from "../src/ui/elements/carousel.tsx";
import { ChartTable } from "../src/ui/elements/chart.tsx";
import { LineChart, type LinePoint } from "../src/ui/elements/line-chart.tsx";
import { Sparkline } from "../src/ui/elements/sparkline.tsx";
import { LiveDot } from "../src/ui/feedback/live-dot.tsx";
import { Field } from "../src/ui/forms/field.tsx";
import { NewItemsButton } from "../src/ui/table/new-items-button.tsx";
import { LONG, MIXED, Row, Sample } from "./sample.tsx";

const PEOPLE = ["Ada", "Grace", "Vera", "Alan"].map((label) => ({ id: label, label, hint: label.toLowerCase() }));
const SLIDES = ["One", "Two", "Three", LONG, MIXED, "Six"] as const;
const COUNTS = [0, 2, 5, 3, 8, 13, 9, 4, 6, 7] as const;
const BARS: readonly Bar[] = COUNTS.map((value, index) => {
  const bar = { label: `Day ${index}`, value: value * 100, text: `Day ${index}: ${value * 100}` };
  if (index === COUNTS.length - 1) return { ...bar, tone: "open" };
  return index < 3 ? { ...bar, tone: "muted" } : { ...bar, part: value * 60 };
});

const LINE: readonly LinePoint[] = COUNTS.map((value, index) => ({
  ...{ label: `Day ${index}`, value: index === 4 ? null : value, text: `Day ${index}: ${value}` },
  interval: index > 5 ? { low: value - 2, high: value + 2 } : null,
}));

const FEW: readonly LinePoint[] = [40, 30].map((value, index) => ({
  ...{ label: `Week ${index}`, value, text: `Week ${index}: ${value}%` },
  interval: null,
}));

const ONLY: readonly LinePoint[] = LINE.map((point, index) => ({
  ...point,
  ...(index === 6 ? {} : { value: null, interval: null }),
}));

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
      <BarChart bars={BARS} />
      <LineChart points={LINE} low={0} high={15} ticks={[0, 15].map((value) => ({ value, label: String(value) }))} />
      <LineChart points={ONLY} low={0} high={15} ticks={[0, 15].map((value) => ({ value, label: String(value) }))} />
      <LineChart points={FEW} low={0} high={50} ticks={[0, 50].map((value) => ({ value, label: `${value}%` }))} />
      <ChartTable
        caption="Numbers"
        columns={["Day", "Views", LONG]}
        rows={BARS.map((bar) => [bar.label, bar.value, 2])}
      />
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
