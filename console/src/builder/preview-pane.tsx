import { Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { Segmented } from "../ui/segmented.tsx";
import { useBuilder } from "./context.ts";
import { type Device, PreviewFrame } from "./preview-frame.tsx";

/** The open step as people will see it, kept up with every key press. */
export function PreviewPane({ step_id }: { readonly step_id: string }) {
  const { state } = useBuilder();
  const [device, setDevice] = useState<Device>("desktop");
  return (
    <aside
      aria-label="Preview"
      className="flex min-w-0 flex-col gap-3 border-line p-4 max-xl:border-t md:max-xl:col-start-2 md:max-xl:border-s md:p-6 xl:sticky xl:top-24 xl:h-[calc(100dvh-6.5rem)] xl:self-start xl:pe-(--gutter)"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-xs font-medium text-ink-3">Preview</h2>
        <DevicePicker device={device} onChange={setDevice} />
      </div>
      <div
        className={
          device === "desktop"
            ? "flex aspect-[60/46] w-full flex-col"
            : "flex h-120 min-h-0 flex-col xl:h-auto xl:flex-1"
        }
      >
        <PreviewFrame edition={state.draft.edition} name={state.draft.name} step_id={step_id} device={device} />
      </div>
      <p className="text-xs text-ink-3 text-pretty">
        Drawn by the player that your visitors get. The page and its element are stand-ins.
      </p>
    </aside>
  );
}

interface DevicePickerProps {
  readonly device: Device;
  readonly onChange: (device: Device) => void;
}

export function DevicePicker({ device, onChange }: DevicePickerProps) {
  return (
    <Segmented
      label="Screen"
      value={device}
      onChange={onChange}
      options={[
        { value: "desktop", label: "Desktop", icon: <Monitor />, icon_only: true },
        { value: "phone", label: "Phone", icon: <Smartphone />, icon_only: true },
      ]}
    />
  );
}
