import { useState } from "react";
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
}

/** A whole number with its unit beside it. */
export function NumberInput({ value, onChange, unit, min = 1, max, step = 1 }: NumberInputProps) {
  const [typed, setTyped] = useState({ text: String(value), value });
  const text = Object.is(typed.value, value) ? typed.text : String(value);
  return (
    <div className="relative w-36">
      <Input
        inputMode="numeric"
        type="number"
        min={min}
        max={max}
        step={step}
        value={text}
        className="pe-16 tabular-nums [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
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
