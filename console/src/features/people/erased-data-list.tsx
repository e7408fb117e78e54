import { t } from "../../lib/i18n/t.ts";

export function ErasedDataList() {
  return (
    <>
      <ul className="list-disc ps-5 text-sm text-ink-2 marker:text-ink-3">
        <li>{t("Profile: attributes, groups, language, device, and anonymous visits before sign-in")}</li>
        <li>{t("Activity: events, completions, and views")}</li>
        <li>{t("Choices: “Do not show again” and snoozes")}</li>
        <li>{t("Pending messages and log entries about them")}</li>
      </ul>
      <p className="text-sm text-ink-3">
        {t("Daily totals without names are kept. Requests that identify erased people are refused for 30 days.")}
      </p>
    </>
  );
}
