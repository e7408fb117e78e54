import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { eventLabel } from "./events.ts";

interface EventCheckboxesProps<Name extends string> {
  readonly groups: readonly { readonly title: string; readonly names: readonly Name[] }[];
  /** The order of a selection, regardless of when an event was selected. */
  readonly order: readonly Name[];
  readonly value: readonly Name[];
  readonly onChange: (names: readonly Name[]) => void;
}

export function EventCheckboxes<Name extends string>({ groups, order, value, onChange }: EventCheckboxesProps<Name>) {
  return (
    <div className="flex max-h-64 flex-col gap-4 overflow-y-auto rounded-md border border-line px-3 py-2">
      {groups.map(({ title, names }) => (
        <fieldset key={title} className="flex flex-col">
          {/* The title of an only group is the one above it. */}
          <legend className={groups.length === 1 ? "sr-only" : "text-xs font-medium text-ink-3"}>{title}</legend>
          {names.map((name) => (
            <Checkbox
              key={name}
              label={eventLabel(name)}
              hint={
                <bdi dir="ltr" className="font-mono">
                  {name}
                </bdi>
              }
              checked={value.includes(name)}
              onChange={(on) => onChange(order.filter((each) => (each === name ? on : value.includes(each))))}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
