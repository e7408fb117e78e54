import { useState } from "react";
import { cx } from "../cx.ts";
import { Input } from "./input.tsx";

interface NumberInputProps {
  readonly value: number;
  /** NaN while the text isn't a number. The schema reports it. */
  readonly onChange: (value: number) => void;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  /** `any` allows decimals. */
  readonly step?: number | "any";
  /** Compact width, for inputs next to others. */
  readonly narrow?: boolean;
}

/** Number with a unit. Whole by default. */
export function NumberInput({ value, onChange, unit, min = 1, max, step = 1, narrow = false }: NumberInputProps) {
  const written = Number.isNaN(value) ? "" : String(value);
  const [typed, setTyped] = useState({ text: written, value });
  const text = Object.is(typed.value, value) ? typed.text : written;
  return (
    <div className={narrow ? "relative w-28" : "relative w-36"}>
      <Input
        inputMode="numeric"
        type="number"
        min={min}
        max={max}
        step={step}
        value={text}
        className={cx(
          unit !== "" && "pe-16",
          "tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none",
        )}
        onChange={(event) => {
          const next = event.target.value.trim() === "" ? Number.NaN : Number(event.target.value);
          setTyped({ text: event.target.value, value: next });
          onChange(next);
        }}
      />
      <span className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-sm text-ink-3">{unit}</span>
    </div>
  );
}
