/**
 * Names of properties that never leave the SDK's own memory: the build writes each of them as a letter or two. None may be
 * a name of the platform, of what crosses a wire, is kept in a browser or is given to a page, and none may be looked up by
 * text: short-names.test.ts holds that. A name that breaks the rule one day is taken off the list, and nothing else changes.
 */
export const SHORT_NAMES: readonly string[] = [
  // The parts of the core, and who tells whom.
  ...["actions", "anonymousToken", "authorize", "batch_max", "bearer", "become", "booted", "claims", "comeBack"],
  ...["conflict", "consider", "disconnected", "established", "forget", "front", "invoke", "listeners", "onChange"],
  ...["onConflict", "onDue", "onState", "onVersion", "proven", "reauthorize", "renew", "silence_ms", "since_ms"],
  ...["someone", "ticket"],
  // The stage.
  ...["awaitElements", "endedElsewhere", "happenedAgain", "isRipe", "isSeen", "isTyping", "leaveLane", "onPlayer"],
  ...["openRun", "setAside", "takeLane", "takeUp", "wasSeen"],
  // Players.
  ...["busy", "effects", "layOut", "lights", "offer", "on_screen", "spoken"],
];

/** The shorter name of each: capitals, which are no names of anything else here. */
export const SHORTENED: ReadonlyMap<string, string> = new Map(
  SHORT_NAMES.map((name, index) => [name, (index < 26 ? "" : letter(index / 26 - 1)) + letter(index % 26)]),
);

function letter(index: number): string {
  return String.fromCharCode(65 + Math.floor(index));
}
