import type { Template } from "./template.ts";
import { announcement, notOffered, say } from "./template-parts.ts";

export const SERVICE_TEMPLATES: readonly Template[] = [
  {
    ...{ id: "maintenance", goal: "service", type: "announcement" },
    name: (x) => x("Maintenance notice", "إشعار صيانة"),
    summary: (x) => x("Announce planned downtime in time.", "أعلن عن التوقف المخطط له في الوقت المناسب."),
    body: (x) =>
      announcement(
        "banner",
        [
          {
            id: "maintenance",
            title: x("Maintenance on Saturday, 22:00–23:00 UTC", "صيانة يوم السبت، 22:00–23:00 UTC"),
            blocks: [say(x("You can’t save changes during this hour.", "لا يمكنك حفظ التغييرات خلال هذه الساعة."))],
          },
        ],
        { tone: "warning" },
      ),
    rules: { priority: 50 },
  },
  {
    ...{ id: "help-center", goal: "service", type: "resource_center" },
    name: (x) => x("Help center", "مركز المساعدة"),
    summary: (x) =>
      x("Offer guides, news, and contact behind one button.", "قدّم الأدلة والأخبار وطرق التواصل خلف زر واحد."),
    body: (x) => ({
      type: "resource_center",
      title: x("How can we help?", "كيف يمكننا المساعدة؟"),
      blocks: [],
      launcher: { kind: "button", side: "end" },
      resources: [
        {
          id: "guide",
          section: x("Learn", "تعلّم"),
          title: x("Getting started", "الخطوات الأولى"),
          description: x("From your first project to your first report", "من مشروعك الأول إلى تقريرك الأول"),
          action: { kind: "link", href: "/help/getting-started" },
        },
        {
          id: "news",
          title: x("What’s new", "ما الجديد"),
          description: x("Announcements and messages, newest first", "الإعلانات والرسائل، الأحدث أولًا"),
          action: { kind: "feed" },
        },
        {
          id: "contact",
          section: x("Contact", "تواصل"),
          title: x("Write to support", "اكتب إلى الدعم"),
          description: x("We answer within one working day.", "نرد خلال يوم عمل واحد."),
          action: { kind: "link", href: "/support" },
        },
      ],
      suppression: notOffered,
    }),
    rules: { frequency: { mode: "always" } },
  },
];
