import type { AnnouncementForm } from "@fanfare/contract/announcement";
import type { OpenPlayer } from "../ui/types.ts";
import type { LoadPlayer } from "./types.ts";

/** Each player is loaded with the first content of its type. */
export const loadPlayer: LoadPlayer = async (body) => {
  switch (body.type) {
    case "tour":
      return (await import("../ui/tour.ts")).openTour;
    case "hint":
      return (await import("../ui/hint.ts")).openHint;
    case "checklist":
      return (await import("../ui/checklist.ts")).openChecklist;
    case "celebration":
      return (await import("../ui/celebration.ts")).openCelebration;
    case "announcement":
      return loadAnnouncement(body.form);
    default:
      throw new TypeError(`No player for ${body.type}.`);
  }
};

async function loadAnnouncement(form: AnnouncementForm): Promise<OpenPlayer> {
  switch (form) {
    case "modal":
    case "carousel":
      return (await import("../ui/announcement.ts")).openAnnouncement;
    case "tabs": {
      const [{ openAnnouncement }, { buildTabs }] = await Promise.all([
        import("../ui/announcement.ts"),
        import("../ui/tabs.ts"),
      ]);
      return (options) => openAnnouncement(options, buildTabs);
    }
    case "toast":
    case "banner": {
      const [{ openNoticeAnnouncement }, open] = await Promise.all([
        import("../ui/announcement-notice.ts"),
        form === "toast"
          ? import("../ui/toast.ts").then(({ openToast }) => openToast)
          : import("../ui/banner.ts").then(({ openBanner }) => openBanner),
      ]);
      return openNoticeAnnouncement(open);
    }
  }
}
