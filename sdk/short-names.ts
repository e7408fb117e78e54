const list = (text: string): readonly string[] => text.trim().split(/\s+/);

/**
 * Property names that never leave the SDK's memory. The build replaces each with one or two letters. None may be a name
 * of the platform, the network protocol, browser storage, or the public API, and none may be read by a string key
 * (short-names.test.ts). Order determines the letters: add new names at the end.
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
 * Exports of lazily loaded modules. Rolldown keeps these names, because `import()` returns them as properties; the
 * build replaces both sides.
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

/** Lowercase first: frequent letters in minified code cost fewer bits. Excludes the members of points. */
const LETTERS = "etnrsaoilcdufhpgmkbvjqw";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** One- and two-letter names that aren't used for anything else. The most frequent names come first in the lists. */
const SHORTER = [
  ...LETTERS,
  ...CAPITALS,
  ...[...CAPITALS].flatMap((first) => [...CAPITALS].map((second) => first + second)),
];

export const SHORTENED: ReadonlyMap<string, string> = new Map(
  [...SHORT_NAMES, ...SHORT_EXPORTS].map((name, index) => [name, SHORTER[index] ?? name]),
);
