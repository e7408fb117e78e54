/** Vue bindings of the SDK: thin adapters without logic of their own. */
export { fanfarePlugin, useFanfare } from "./fanfare-plugin.ts";
export { type UseCelebration, useCelebration } from "./use-celebration.ts";
export { useChannel, useEvent } from "./use-channel.ts";
