import type { AnnouncementForm } from "@fanfare/contract/announcement";
import type { SurveyBody } from "@fanfare/contract/survey";
import { type DrawStep, STEP_SLOT } from "../ui/step-view.ts";
import type { OpenPlayer } from "../ui/types.ts";
import type { HostActions, LoadPlayer } from "./types.ts";

/** Each player is loaded with the first content of its type. */
export const loadPlayer: LoadPlayer = async (body, actions) => {
  switch (body.type) {
    case "tour":
      return actions?.has(STEP_SLOT) ? loadSlottedTour(actions) : (await import("../ui/tour.ts")).openTour;
    case "hint":
      return (await import("../ui/hint.ts")).openHint;
    case "checklist":
      return (await import("../ui/checklist.ts")).openChecklist;
    case "survey":
      return loadSurvey(body.form);
    case "celebration":
      return (await import("../ui/celebration.ts")).openCelebration;
    case "announcement":
      return loadAnnouncement(body.form);
  }
};

async function loadSlottedTour(actions: HostActions): Promise<OpenPlayer> {
  // Named in each import, so that the build knows what of it is used.
  const [openTour, slottedTour] = await Promise.all([
    import("../ui/tour.ts").then((part) => part.openTour),
    import("../ui/slotted-card.ts").then((part) => part.slottedTour),
  ]);
  // Who takes that name answers a function that draws: sdk/react does.
  return slottedTour(openTour, () => actions.get(STEP_SLOT)?.() as DrawStep | undefined);
}

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

async function loadSurvey(form: SurveyBody["form"]): Promise<OpenPlayer> {
  if (form === "corner") return (await import("../ui/survey.ts")).openSurvey;
  const [{ openSurvey }, { buildModal }] = await Promise.all([
    import("../ui/survey.ts"),
    import("../ui/survey-modal.ts"),
  ]);
  return (options) => openSurvey(options, buildModal);
}
