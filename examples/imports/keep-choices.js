/** Keeps what a person chose in intro.js. */
export async function keepChoices(fanfare, slug) {
  // #region keep
  if (document.cookie.split("; ").includes("introjs-dontShowAgain=true")) {
    await fanfare.suppress(slug);
    document.cookie = "introjs-dontShowAgain=; Max-Age=0; path=/";
  }
  // #endregion keep
}
