/** Names in a text, separated by white space. */
const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Property names that never leave the SDK's own memory; the build replaces each with one or two letters. None may be a name
 * of the platform, of the wire, of browser storage, or of the public surface, and none may be read by a string key
 * (short-names.test.ts). The order decides the letters: add new names at the end.
 */
export const SHORT_NAMES = list(`
  emitter identifiedPerson guidance rich epoch forget claims since_ms setPerson reevaluate emit
  actions batch_max invoke isVerifiedPerson deliver storeAnonymous listeners silence_ms ticket on_screen problem
  suspendRun bearer wasShown side restorePage spoken authorize mount age_ms addStyle effects reauthorize
  anonymousToken activePlayer onChange onConflict flushOnLeave releaseLane restoreCached giveBack cancelCelebrations
  conflict begun_ms afterLayout recoverLeftovers busy born_ms saveMove beforeLayout renew booted disconnected
  established onDue onState onVersion layOut extraHoles foreign approach offer onVersionSignal vanish isDelayOver
  isTabVisible openRun life_ms onSilence newRunId onPlayerEvent air_drag watchElements endedElsewhere flip
  PLACES_STYLE acquireLane gravity speed_x speed_y spin_rate sway until_ms allowAgain isTyping resumeRun phase
  openDebugPanel continueFrom showButtons createExclusive appear_ms hasHappened history_owner reportable backs stamps
  pressedOutside unannounced appear suggestion loadSeen updateTimer loadToast loadBanner
  preferences wake heard_ms lost_attempts slot_ms stopTimer observer note pauses sleep gone follow responses
  takeLeftovers removeSettled scheduleFlush nextBatch markSettled listDue leaveForNext persistAnonymous onSuppressed
  whileOpen guard openPlace arrive showDone plays
`);

/**
 * Exports of modules that are loaded on first use. Rolldown keeps these names, because `import()` returns them as
 * properties; the build replaces both sides.
 */
export const SHORT_EXPORTS = list(`
  findByReading loadPlayer openTour watchHistory handleRefusal runAction eraseAll openToast RICH_STYLE openMessages
  openNoticeAnnouncement warnMissingOption liftSuppression handleRefusedCommand createConditions proposeTarget
  handleFailedLoad openAnnouncement openSurvey revealStart changeTour loadLabels openPopup openBanner
  getDeferredCalls createOfflineCache loadWrappedPlayer createContentEvents resolveConflict loadStepPlaces
  keepInTopLayer focusNearest renderRichBlock watchCard createStepFlow suggestedTargetLines closestMatchLine
  sheetHeightMax watchTyping withContentTheme withLanguageMarks buildModalFrame openChecklist createStillRenderer
  moreGenerators addDescription createToastStack placeToastsBesidePanel showLinkedPlace CHOICES_PAGE_STYLE
  buildChoicesPage buildFeedPage addChoiceDetails addToastHistory
  SHEET_STYLE placeSheet asLink isFilled recordToast originPoint presetPalette resolveShapes playExtras shapeDrawer playSound
`);

/** Lower case first: frequent in minified code, so each costs fewer bits. Without the members of points. */
const LETTERS = "etnrsaoilcdufhpgmkbvjqw";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** One or two letters each, which name nothing else: the most frequent names are first in the lists. */
const SHORTER = [
  ...LETTERS,
  ...CAPITALS,
  ...[...CAPITALS].flatMap((first) => [...CAPITALS].map((second) => first + second)),
];

/** The shorter name of each. */
export const SHORTENED: ReadonlyMap<string, string> = new Map(
  [...SHORT_NAMES, ...SHORT_EXPORTS].map((name, index) => [name, SHORTER[index] ?? name]),
);
