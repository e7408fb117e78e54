/** React bindings of the SDK: thin adapters without logic of their own. */
export type { StepControl, StepView } from "../src/ui/tour/step-view.ts";
export { useFanfare } from "./fanfare-context.ts";
export { FanfareProvider, type FanfareProviderProps } from "./fanfare-provider.tsx";
export { StepBlocks, type StepBlocksProps } from "./step-blocks.tsx";
export { StepSlot, type StepSlotProps } from "./step-slot.tsx";
export { type UseCelebration, useCelebration } from "./use-celebration.ts";
export { useChannel } from "./use-channel.ts";
export { useEvent } from "./use-event.ts";
