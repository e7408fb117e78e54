/** React bindings of the SDK: adapters without logic of their own. */
export { useFanfare } from "./fanfare-context.ts";
export { FanfareProvider, type FanfareProviderProps } from "./fanfare-provider.tsx";
export { type UseCelebration, useCelebration } from "./use-celebration.ts";
export { useChannel } from "./use-channel.ts";
export { useEvent } from "./use-event.ts";
