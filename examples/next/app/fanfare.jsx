// #region provider
"use client";

import { init } from "@fanfare/sdk";
import { FanfareProvider } from "@fanfare/sdk/react";

const getToken = () => fetch("/fanfare-token").then((response) => response.text());

/** The function runs only in the browser, after the page is hydrated. */
export function Fanfare({ host, appKey, person, children }) {
  const start = () => {
    const fanfare = init({ key: appKey, host });
    fanfare.identify(person, {}, { getToken });
    return fanfare;
  };
  return <FanfareProvider fanfare={start}>{children}</FanfareProvider>;
}
// #endregion provider
