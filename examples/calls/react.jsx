import { init } from "@fanfare/sdk";
import { FanfareProvider, useCelebration } from "@fanfare/sdk/react";

// #region provider
export function Provider({ children }) {
  return (
    <FanfareProvider fanfare={() => init({ key: "YOUR_APP_KEY", host: "https://fanfare.example" })}>
      {children}
    </FanfareProvider>
  );
}
// #endregion provider

export function Ship() {
  // #region celebration
  const { celebrate, playing } = useCelebration(); // Also: useFanfare, useChannel, useEvent.
  // #endregion celebration
  return (
    <button type="button" disabled={playing} onClick={() => celebrate("burst")}>
      Ship
    </button>
  );
}
