import type { Template } from "./template.ts";
import { anchored, announcement, bullets, centered, hint, say, tour } from "./template-parts.ts";

export const ADOPTION_TEMPLATES: readonly Template[] = [
  {
    ...{ id: "feature-announcement", goal: "adoption", type: "announcement" },
    name: (x) => x("Feature announcement", "إعلان عن ميزة"),
    summary: (x) => x("Introduce one new feature and its benefit.", "قدّم ميزة جديدة واحدة وفائدتها."),
    body: (x) =>
      announcement(
        "modal",
        [
          {
            id: "feature",
            title: x("New: scheduled reports", "جديد: التقارير المجدولة"),
            blocks: [
              say(
                x(
                  "Get your numbers by email every Monday, without asking.",
                  "استلم أرقامك بالبريد كل اثنين دون أن تطلبها.",
                ),
              ),
              bullets(
                x("Choose the day and the recipients", "اختر اليوم والمستلمين"),
                x("Pause a report at any time", "أوقف أي تقرير مؤقتًا متى شئت"),
              ),
            ],
            button: { label: x("Set up a report", "أعدّ تقريرًا"), action: { kind: "link", href: "/reports" } },
          },
        ],
        { feed: true },
      ),
    rules: { frequency: { mode: "once" } },
  },
  {
    ...{ id: "whats-new", goal: "adoption", type: "announcement" },
    name: (x) => x("What’s new", "ما الجديد"),
    summary: (x) => x("Show the improvements of a release as a carousel.", "اعرض تحسينات الإصدار كشرائح متتابعة."),
    body: (x) =>
      announcement(
        "carousel",
        [
          {
            id: "speed",
            title: x("Pages open twice as fast", "الصفحات تفتح بضعف السرعة"),
            blocks: [
              say(x("Large projects now load in under a second.", "تُحمَّل المشاريع الكبيرة الآن في أقل من ثانية.")),
            ],
          },
          {
            id: "search",
            title: x("Search finds more", "البحث يعثر على المزيد"),
            blocks: [say(x("Results now include comments and attachments.", "تشمل النتائج الآن التعليقات والمرفقات."))],
          },
          {
            id: "dark",
            title: x("Easier on the eyes", "أريح للعين"),
            blocks: [
              say(x("Dark mode follows your system or your own choice.", "يتبع الوضع الداكن نظامك أو اختيارك.")),
            ],
            button: {
              label: x("Read the release notes", "اقرأ ملاحظات الإصدار"),
              action: { kind: "link", href: "/changelog" },
            },
          },
        ],
        { feed: true },
      ),
    rules: { frequency: { mode: "once" } },
  },
  {
    ...{ id: "new-button", goal: "adoption", type: "hint" },
    name: (x) => x("Hint for a new button", "تلميح لزر جديد"),
    summary: (x) =>
      x("Mark a new button until people have opened the hint.", "ضع علامة على زر جديد حتى يفتح الناس التلميح."),
    body: (x) =>
      hint("hotspot", {
        id: "new",
        title: x("New: share with a link", "جديد: المشاركة برابط"),
        blocks: [say(x("Give anyone read access, without an account.", "امنح أي شخص حق القراءة دون حساب."))],
      }),
  },
  {
    ...{ id: "shortcut-tip", goal: "adoption", type: "hint" },
    name: (x) => x("Shortcut tip", "تلميح لاختصار"),
    summary: (x) =>
      x("Explain a control when people hover or focus it.", "اشرح عنصرًا عند مرور المؤشر عليه أو التركيز عليه."),
    body: (x) =>
      hint("tooltip", {
        id: "shortcut",
        title: x("Faster with the keyboard", "أسرع بلوحة المفاتيح"),
        blocks: [say(x("Press N to create a task from anywhere.", "اضغط N لإنشاء مهمة من أي مكان."))],
      }),
    rules: { frequency: { mode: "always" } },
  },
  {
    ...{ id: "feature-tour", goal: "adoption", type: "tour" },
    name: (x) => x("Feature tour", "جولة في ميزة"),
    summary: (x) => x("Explain a feature the first time people open its page.", "اشرح الميزة عند فتح صفحتها أول مرة."),
    body: (x) =>
      tour([
        anchored(
          "board",
          x("Your new board", "لوحتك الجديدة"),
          say(
            x(
              "Each column is a state. Cards move from start to end.",
              "كل عمود حالة، وتنتقل البطاقات من البداية إلى النهاية.",
            ),
          ),
        ),
        anchored(
          "filter",
          x("See only what matters", "شاهد ما يهمك فقط"),
          say(x("Filter by person, tag, or due date.", "صفِّ حسب الشخص أو الوسم أو تاريخ الاستحقاق.")),
        ),
        centered(
          "done",
          x("That’s all", "هذا كل شيء"),
          say(x("Move your first card to try the board.", "حرّك بطاقتك الأولى لتجربة اللوحة.")),
        ),
      ]),
  },
  {
    ...{ id: "beta-invitation", goal: "adoption", type: "announcement" },
    name: (x) => x("Beta invitation", "دعوة إلى النسخة التجريبية"),
    summary: (x) =>
      x(
        "Let interested people join a beta, and record who did.",
        "أتح للمهتمين الانضمام إلى نسخة تجريبية، وسجّل من انضم.",
      ),
    body: (x) =>
      announcement(
        "modal",
        [
          {
            id: "beta",
            title: x("Try the new editor first", "كن أول من يجرّب المحرر الجديد"),
            blocks: [
              say(
                x(
                  "We’re looking for people who tell us what works and what doesn’t.",
                  "نبحث عمّن يخبرنا بما ينجح وما لا ينجح.",
                ),
              ),
              say(
                x(
                  "You can leave the beta at any time in the settings.",
                  "يمكنك مغادرة النسخة التجريبية متى شئت من الإعدادات.",
                ),
              ),
            ],
            button: {
              label: x("Join the beta", "انضم إلى التجربة"),
              before: [
                { kind: "track", event: "beta_joined" },
                { kind: "set_attribute", name: "beta", value: true },
                { kind: "celebrate", preset: "burst" },
              ],
              action: { kind: "suppress" },
            },
          },
        ],
        { suppression: { offered: true, days: 365, snooze_hours: 72 } },
      ),
  },
  {
    ...{ id: "redesign", goal: "adoption", type: "announcement" },
    name: (x) => x("Redesign explained", "شرح التصميم الجديد"),
    summary: (x) =>
      x(
        "Show in tabs where things moved after a redesign.",
        "بيّن في علامات تبويب أين انتقلت الأشياء بعد إعادة التصميم.",
      ),
    body: (x) =>
      announcement("tabs", [
        {
          id: "navigation",
          title: x("Navigation", "التنقل"),
          blocks: [
            say(x("The menu is now on the side, and always visible.", "القائمة الآن على الجانب، ومرئية دائمًا.")),
          ],
        },
        {
          id: "settings",
          title: x("Settings", "الإعدادات"),
          blocks: [say(x("Your own settings are under your picture.", "إعداداتك الخاصة تحت صورتك."))],
        },
        {
          id: "reports",
          title: x("Reports", "التقارير"),
          blocks: [
            say(
              x(
                "Reports have a page of their own. Saved ones are listed first.",
                "للتقارير صفحتها الخاصة، والمحفوظة منها أولًا.",
              ),
            ),
          ],
        },
      ]),
    rules: { frequency: { mode: "once" } },
  },
];
