import type { Template } from "./template.ts";
import { announcement, notOffered, say } from "./template-parts.ts";

export const GROWTH_TEMPLATES: readonly Template[] = [
  {
    ...{ id: "upgrade-banner", goal: "growth", type: "announcement" },
    name: (x) => x("Upgrade banner", "شريط الترقية"),
    summary: (x) =>
      x("Offer a larger plan above the page, without blocking it.", "اعرض خطة أكبر أعلى الصفحة دون حجبها."),
    body: (x) =>
      announcement(
        "banner",
        [
          {
            id: "upgrade",
            title: x("You’ve used most of your plan", "استخدمت معظم خطتك"),
            blocks: [say(x("Upgrade for unlimited projects.", "قم بالترقية للحصول على مشاريع بلا حدود."))],
            button: { label: x("See plans", "عرض الخطط"), action: { kind: "link", href: "/pricing" } },
          },
        ],
        { suppression: { offered: true, days: 30 } },
      ),
  },
  {
    ...{ id: "trial-ending", goal: "growth", type: "announcement" },
    name: (x) => x("Trial ending", "قرب انتهاء التجربة"),
    summary: (x) =>
      x("Remind people before their trial ends, with a snooze.", "ذكّر الناس قبل انتهاء تجربتهم، مع خيار التأجيل."),
    body: (x) =>
      announcement(
        "modal",
        [
          {
            id: "trial",
            title: x("Your trial ends in three days", "تنتهي تجربتك خلال ثلاثة أيام"),
            blocks: [
              say(
                x(
                  "Choose a plan to keep your projects. Nothing is deleted.",
                  "اختر خطة للاحتفاظ بمشاريعك. لن يُحذف شيء.",
                ),
              ),
            ],
            button: { label: x("Choose a plan", "اختر خطة"), action: { kind: "link", href: "/pricing" } },
          },
        ],
        { tone: "warning", suppression: { offered: false, days: 365, snooze_hours: 24 } },
      ),
  },
  {
    ...{ id: "event-invitation", goal: "growth", type: "announcement" },
    name: (x) => x("Event invitation", "دعوة إلى فعالية"),
    summary: (x) => x("Invite people to a webinar from the corner of the page.", "ادعُ الناس إلى ندوة من زاوية الصفحة."),
    body: (x) =>
      announcement("toast", [
        {
          id: "event",
          title: x("Live session on Thursday", "جلسة مباشرة يوم الخميس"),
          blocks: [
            say(x("Learn to automate your weekly reports in 30 minutes.", "تعلّم أتمتة تقاريرك الأسبوعية في 30 دقيقة.")),
          ],
          button: { label: x("Save a seat", "احجز مقعدًا"), action: { kind: "link", href: "/events" } },
        },
      ]),
    rules: { frequency: { mode: "once" } },
  },
  {
    ...{ id: "milestone", goal: "growth", type: "celebration" },
    name: (x) => x("Milestone confetti", "احتفال بإنجاز كبير"),
    summary: (x) => x("Celebrate every hundredth order with fireworks.", "احتفل بكل مئة طلب بالألعاب النارية."),
    body: (x) => ({
      type: "celebration",
      preset: "fireworks",
      message: x("Another hundred orders!", "مئة طلب جديدة!"),
      suppression: notOffered,
    }),
    rules: {
      trigger: { kind: "event", event: "order_shipped", count: { on: "every", n: 100 } },
      frequency: { mode: "always" },
    },
  },
];
