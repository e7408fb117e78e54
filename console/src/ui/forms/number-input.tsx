import { useState } from "react";
import { cx } from "../cx.ts";
import { Input } from "./input.tsx";

interface NumberInputProps {
  readonly value: number;
  /** Not a number while the text is none; the schema says what to do about it. */
  readonly onChange: (value: number) => void;
  readonly unit: string;
  readonly min?: number;
  readonly max?: number;
  /** `any` for numbers that need not be whole. */
  readonly step?: number | "any";
  /** Beside others in a line: no wider than a number of people or days needs. */
  readonly narrow?: boolean;
}

/** A whole number with its unit beside it. */
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
