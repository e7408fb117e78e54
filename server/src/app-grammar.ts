/** Key of the hidden app by which the console is its own guest. */
export const CONSOLE_APP_KEY = "fanfare-console";

/** Digits only, as Pusher's libraries expect of an app id. */
export const APP_ID_PATTERN = /^[1-9][0-9]{0,17}$/;
/** What fits into a path without escaping. */
export const APP_KEY_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** Printable, because operators copy it between environments. */
export const APP_SECRET_PATTERN = /^[\x21-\x7e]{8,256}$/;
