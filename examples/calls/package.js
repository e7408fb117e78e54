// #region init
import { init } from "@fanfare/sdk";

const fanfare = init({ key: "YOUR_APP_KEY", host: "https://fanfare.example" });

// #endregion init

export { fanfare };
