/**
 * Every number that bounds the player, with its unit in its name. One constant each, and not one object as in the
 * contract, so that a bundle carries only those it reads.
 */

/** The space between a spotlight and its card, arrow included; and between a card and the edge of the screen. */
export const CARD_GAP_PX = 14;
export const SCREEN_MARGIN_PX = 12;
/** How far the spotlight reaches beyond its target. */
export const SPOTLIGHT_PADDING_PX = 6;
export const SPOTLIGHT_RADIUS_PX = 9;
/** Narrower screens get a sheet along the edge instead of a floating card. */
export const SHEET_BELOW_PX = 480;
/** A sheet gets lower so as not to hide its target, down to this height; its text scrolls. */
export const SHEET_HEIGHT_MIN_PX = 96;
/** On a screen lower than this, a target is brought to its lower end: there is more room above it than around it. */
export const LOW_SCREEN_PX = 400;

/** Searches for a target are at least this far apart, and take at most a tenth of the time. */
export const LOOK_GAP_MS = 50;
export const LOOK_COST_FACTOR = 10;
/** What waits for as long as a page is open looks less often. */
export const PATIENT_LOOK_GAP_MS = 250;
/** A search that takes longer than this shows the person that the tour is waiting. */
export const WAIT_SHOWN_AFTER_MS = 400;
/** Text enters a live region this long after the region: what appears together with its text is not announced. */
export const ANNOUNCE_DELAY_MS = 120;
/** Longer texts are left for the person to read: a description is spoken in one breath. */
export const SPOKEN_CHARS_MAX = 300;
/** Who stops writing for so long has written what they wanted. */
export const INPUT_REST_MS = 800;
/** Who left a field so long ago is through with writing, or in the next field. */
export const TYPING_REST_MS = 1_000;
export const TRANSITION_MS = 160;
/** A finger that moves so far across a slide, and less than half as far along it, turns it. */
export const SWIPE_PX_MIN = 48;
/** A hotspot's mark, large enough for a finger (WCAG 2.5.8). */
export const MARK_PX = 24;
export const TOOLTIP_GAP_PX = 8;
/** A pointer that only passes by opens nothing, and has so much time for the way to the tooltip itself. */
export const TOOLTIP_OPENS_AFTER_MS = 150;
export const TOOLTIP_LINGER_MS = 250;
/** A checklist that is done to the end stands so long for the person to see that. */
export const CHECKLIST_DONE_MS = 1_500;
/** What one window of a browser does is left to it for so long: by then the server has told the others. */
export const CLAIM_MS = 30_000;
/** A toast stays this long at least, and as long as its text takes to read (WCAG 2.2.1). */
export const TOAST_MS_MIN = 5_000;
export const TOAST_CHARS_PER_S = 20;
export const TOASTS_SHOWN_MAX = 3;
/** Toasts that wait for their turn; of more, the oldest are left to the feed. */
export const TOASTS_WAITING_MAX = 20;
/** Banners above the page at once; more wait until one of them is closed. */
export const BANNERS_SHOWN_MAX = 2;
/** Toasts that come within so long after the first are said together, and so are those that come while one was just said. */
export const SPEECH_GATHER_MS = 500;
export const SPEECH_GAP_MS = 5_000;
/** So many are said by their texts, more by their number. */
export const SPEECH_TEXTS_MAX = 3;
/** For how long a person pauses live updates with one press. */
export const PAUSE_HOURS = 1;

/** Something was seen that was in sight so far, for so long. */
export const SEEN_SHARE_MIN = 0.5;
export const SEEN_MS = 1_000;
/** What stands behind something else is looked at again at most so far apart. */
export const SEEN_LOOK_GAP_MS_MAX = 30_000;

/** Things that happened to contents, kept while the code that tells of them cannot be loaded: the latest ones. */
export const UNTOLD_MAX = 100;

/** A celebration ends by itself within this time (WCAG 2.2.2), unless its author gave it another one. */
export const CELEBRATION_MS = 5_000;
export const CELEBRATION_MS_MIN = 1_000;
export const CELEBRATION_MS_MAX = 10_000;
/** Longer than a piece lives: the last one is thrown this long before the end. */
export const PIECE_MS_MAX = 2_400;
/** Pieces on the screen at once, over all celebrations. */
export const PIECES_MAX = 400;
/** A celebration that would get fewer pieces than this joins what plays: so at most ten play at once. */
export const PIECES_MIN = 40;
export const INTENSITY_MIN = 0.1;
export const INTENSITY_MAX = 2;
/** Pixels that are painted at most: 1920 × 1080 at full sharpness, less sharp beyond. */
export const CANVAS_PIXELS_MAX = 2_073_600;
export const DEVICE_PIXEL_RATIO_MAX = 2;
export const COLORS_MAX = 12;
export const SHAPES_MAX = 8;
/** A shape of text is a word, one of a path an icon. */
export const SHAPE_TEXT_CHARS_MAX = 16;
export const SHAPE_PATH_CHARS_MAX = 4_000;
/** Confetti that is thrown before the server has answered waits for the colours of the theme, but no longer than this. */
export const CELEBRATION_THEME_MS = 400;
/** How long the picture stands that replaces the motion where motion is reduced. */
export const STILL_MS = 3_000;
/** Volleys and fireworks are at least this far apart: at most three in a second (WCAG 2.3.1). */
export const FLASH_GAP_MS = 420;
/** A worker that has not answered by then is given up: the celebration would come too late. */
export const WORKER_START_MS = 600;
/** A worker that has nothing to paint for so long is let go. */
export const WORKER_IDLE_MS = 30_000;
