/**
 * Names of properties that never leave the SDK's own memory: the build writes each of them as a letter or two. None may be
 * a name of the platform, of what crosses a wire, is kept in a browser or is given to a page, and none may be looked up by
 * text: short-names.test.ts holds that. A name that breaks the rule one day is taken off the list, and nothing else changes.
 */
export const SHORT_NAMES: readonly string[] = [
  // The parts of the core, and who tells whom: those that are said most often, and the rest.
  ...["authorize", "batch_max", "become", "bearer", "claims", "consider", "deliver", "emitter", "forget", "invoke"],
  ...["listeners", "proven", "reauthorize", "renew", "report", "silence_ms", "since_ms", "someone", "ticket"],
  ...["anonymousToken", "booted", "disconnected", "established", "onChange", "onConflict", "onDue"],
  ...["actions", "comeBack", "conflict", "front", "newRunId", "onState", "onVersion"],
  // The stage.
  ...["awaitElements", "endedElsewhere", "happenedAgain", "isRipe", "isSeen", "isTyping", "leaveLane", "onPlayer"],
  ...["openRun", "reportable", "setAside", "takeLane", "takeUp", "wasSeen"],
  // Players.
  ...["busy", "effects", "layOut", "lights", "offer", "mount", "on_screen", "rich", "side", "spoken"],
  // Confetti: how each piece flies, and who paints it.
  ...["age_ms", "air_drag", "appear_ms", "backs", "begun_ms", "born_ms", "flip", "gravity", "life_ms", "phase"],
  ...["speed_x", "speed_y", "spin_rate", "stamps", "sway", "until_ms"],
  // What else the core says often.
  ...["onSilence", "recall", "emit", "guidance", "keep", "byLink", "epoch", "leaveParties", "problem", "takeOver"],
];

/** The shorter name of each: capitals, which are no names of anything else here. */
export const SHORTENED: ReadonlyMap<string, string> = new Map(
  SHORT_NAMES.map((name, index) => [name, (index < 26 ? "" : letter(index / 26 - 1)) + letter(index % 26)]),
);

function letter(index: number): string {
  return String.fromCharCode(65 + Math.floor(index));
}
