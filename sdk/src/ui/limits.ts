/**
 * Limits of the player, with units in their names. Separate constants instead of one object as in the contract, so that
 * bundles include only those they use.
 */

/** Gaps between a spotlight and its card (including the arrow), and between a card and the screen edge. */
export const CARD_GAP_PX = 14;
export const SCREEN_MARGIN_PX = 12;
/** Gap between two things in one corner. */
export const CORNER_GAP_PX = 12;
export const SPOTLIGHT_PADDING_PX = 6;
export const SPOTLIGHT_RADIUS_PX = 9;
/** Narrower screens use a sheet along the edge instead of a floating card. */
export const SHEET_BELOW_PX = 480;
/** A sheet shrinks to this height to keep its target visible; its text scrolls. */
export const SHEET_HEIGHT_MIN_PX = 96;
/** On lower screens, targets are scrolled to the bottom edge, which leaves more room above them. */
export const LOW_SCREEN_PX = 400;

/** Target searches are at least this far apart and use at most a tenth of the time. */
export const LOOK_GAP_MS = 50;
export const LOOK_COST_FACTOR = 10;
/** A target that's in the same place for two frames has stopped moving. */
export const TWO_FRAMES_MS = 34;
/** What a card needs only while it stays is loaded this long after it's placed, so that it appears first. */
export const APPEARED_MS = 50;
/** Nodes that a search reads before the page works again, and its pause. On a slow phone, a slice takes 30 ms. */
export const READS_PER_SLICE = 2_000;
export const SLICE_GAP_MS = 10;
/** Interval for searches that last as long as the page. */
export const PATIENT_LOOK_GAP_MS = 250;
/** A longer search shows a waiting indicator. */
export const WAIT_SHOWN_AFTER_MS = 400;
/** Delay before text is added to a new live region: text inserted together with its region isn't announced. */
export const ANNOUNCE_DELAY_MS = 120;
/** Longer texts aren't used as descriptions, which are read without interruption. */
export const SPOKEN_CHARS_MAX = 300;
/** Pause before a search request, and after it until the search counts as done. */
export const SEARCH_GAP_MS = 250;
export const SEARCH_REST_MS = 1_500;
/** Debounce for text input. */
export const INPUT_REST_MS = 800;
/** Time after leaving a field until typing counts as finished, in case another field follows. */
export const TYPING_REST_MS = 1_000;
export const TRANSITION_MS = 160;
/** Minimum horizontal distance of a swipe; vertical movement must be less than half of it. */
export const SWIPE_PX_MIN = 48;
/** A hotspot's mark, large enough for touch (WCAG 2.5.8). */
export const MARK_PX = 24;
export const TOOLTIP_GAP_PX = 8;
/** Hover delay before a tooltip opens, and time to move the pointer to the tooltip itself. */
export const TOOLTIP_OPENS_AFTER_MS = 150;
export const TOOLTIP_LINGER_MS = 250;
/** How long a finished checklist stays visible. */
export const CHECKLIST_DONE_MS = 1_500;
/** How long one tab keeps a claim; by then, the server has updated the others. */
export const CLAIM_MS = 30_000;
/** Minimum time for a toast; longer texts stay as long as they take to read (WCAG 2.2.1). */
export const TOAST_MS_MIN = 5_000;
export const TOAST_CHARS_PER_S = 20;
export const TOASTS_SHOWN_MAX = 3;
/** Queued toasts. Beyond that, the oldest appear only in the feed. */
export const TOASTS_WAITING_MAX = 20;
/** Banners visible at the same time; others wait until one is closed. */
export const BANNERS_SHOWN_MAX = 2;
/** Toasts within this time of the first are announced together, as are those during an announcement. */
export const SPEECH_GATHER_MS = 500;
export const SPEECH_GAP_MS = 5_000;
/** Up to this many are announced by text; more by count. */
export const SPEECH_TEXTS_MAX = 3;
/** How long the person pauses live updates with one press. */
export const PAUSE_HOURS = 1;

/** How often content stays usable on a page that keeps making it inert. */
export const INERT_REMOVALS_MAX = 1_000;
/** Reported each time it was made usable this often: a page does it now and then for a dialog of its own. */
export const INERT_REMOVALS_REPORTED = 20;
/** A target that moves this long without such a pause never stops. */
export const ENDLESS_MOVE_MS = 5_000;
export const MOVE_PAUSE_MS = 1_000;

/** Impression: visible share and duration. */
export const SEEN_SHARE_MIN = 0.5;
export const SEEN_MS = 1_000;
/** A rage click: this many clicks, each soon after the one before and close to it. */
export const RAGE_CLICKS = 3;
export const RAGE_GAP_MS = 1_000;
export const RAGE_RADIUS_PX = 30;
/** Maximum interval for rechecking covered elements. */
export const SEEN_LOOK_GAP_MS_MAX = 30_000;

/** Maximum number of buffered events while the reporting code can't be loaded. The latest are kept. */
export const UNTOLD_MAX = 100;

/** A celebration ends automatically within this time (WCAG 2.2.2), unless its author set another. */
export const CELEBRATION_MS = 5_000;
export const CELEBRATION_MS_MIN = 1_000;
export const CELEBRATION_MS_MAX = 10_000;
/** Longer than any piece lives: the last one is emitted this long before the end. */
export const PIECE_MS_MAX = 2_400;
/** Concurrent pieces across all celebrations. */
export const PIECES_MAX = 400;
/** A celebration that would get fewer pieces joins the running one, so at most ten play at the same time. */
export const PIECES_MIN = 40;
export const INTENSITY_MIN = 0.1;
export const INTENSITY_MAX = 2;
/** Maximum canvas pixels: 1920 × 1080 at full resolution, less sharp beyond. */
export const CANVAS_PIXELS_MAX = 2_073_600;
export const DEVICE_PIXEL_RATIO_MAX = 2;
export const COLORS_MAX = 12;
export const SHAPES_MAX = 8;
/** A text shape is a word; a path shape is an icon. */
export const SHAPE_TEXT_CHARS_MAX = 16;
export const SHAPE_PATH_CHARS_MAX = 4_000;
/** Maximum wait for the theme's colors when confetti starts before the first response. */
export const CELEBRATION_THEME_MS = 400;
/** How long the still picture for reduced motion is shown. */
export const STILL_MS = 3_000;
/** Minimum interval between volleys and fireworks: at most three flashes per second (WCAG 2.3.1). */
export const FLASH_GAP_MS = 420;
/** Timeout for worker startup; later, the celebration would start too late. */
export const WORKER_START_MS = 600;
/** Idle workers are terminated after this time. */
export const WORKER_IDLE_MS = 30_000;

/** The browser reports what the page's policy blocks as soon as it's requested or redirected. */
export const MEDIA_REFUSED_WITHIN_MS = 10_000;
