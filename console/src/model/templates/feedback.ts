import type { Template } from "./template.ts";
import { say, survey } from "./template-parts.ts";

export const FEEDBACK_TEMPLATES: readonly Template[] = [
  {
    ...{ id: "nps", goal: "feedback", type: "survey" },
    name: (x) => x("Net Promoter Score", "صافي نقاط الترويج (NPS)"),
    summary: (x) =>
      x("Ask twice a year how likely people are to recommend you.", "اسأل مرتين في السنة عن احتمال أن يوصي الناس بك."),
    body: (x) =>
      survey(
        {
          title: x("Two quick questions", "سؤالان سريعان"),
          thanks: { title: x("Thank you!", "شكرًا لك!"), blocks: [say(x("We read every answer.", "نقرأ كل إجابة."))] },
        },
        [
          {
            ...{ kind: "nps", id: "score", required: true },
            title: x("How likely are you to recommend us to a colleague?", "ما احتمال أن توصي بنا لزميل؟"),
            ...{ low_label: x("Not likely", "غير محتمل"), high_label: x("Very likely", "محتمل جدًا") },
          },
          {
            ...{ kind: "text", id: "why", required: false, long: true },
            title: x("What is the main reason for your score?", "ما السبب الرئيسي لتقييمك؟"),
          },
        ],
      ),
    rules: { frequency: { mode: "every", every_days: 182 } },
  },
  {
    ...{ id: "support-satisfaction", goal: "feedback", type: "survey" },
    name: (x) => x("Satisfaction after support (CSAT)", "الرضا بعد الدعم (CSAT)"),
    summary: (x) => x("Ask how support went when a ticket is closed.", "اسأل عن تجربة الدعم عند إغلاق التذكرة."),
    body: (x) =>
      survey(
        {
          title: x("How did we do?", "كيف كان أداؤنا؟"),
          thanks: { title: x("Thanks for telling us", "شكرًا لإخبارنا"), blocks: [] },
          endings: [
            {
              id: "sorry",
              question_id: "satisfied",
              when: { kind: "numbers", from: 1, to: 2 },
              title: x("We’re sorry", "نعتذر"),
              blocks: [
                say(x("Someone from our team will look at your case again.", "سيراجع أحد أفراد فريقنا حالتك من جديد.")),
              ],
            },
          ],
        },
        [
          {
            ...{ kind: "csat", id: "satisfied", required: true, look: "smileys" },
            title: x("How satisfied are you with the help you got?", "ما مدى رضاك عن المساعدة التي تلقيتها؟"),
            ...{ low_label: x("Not satisfied", "غير راضٍ"), high_label: x("Very satisfied", "راضٍ جدًا") },
          },
          {
            ...{ kind: "text", id: "better", required: false, long: true },
            title: x("What could we have done better?", "ما الذي كان يمكننا فعله بشكل أفضل؟"),
          },
        ],
      ),
    rules: { trigger: { kind: "event", event: "support_ticket_closed" }, frequency: { mode: "every", every_days: 30 } },
  },
  {
    ...{ id: "effort", goal: "feedback", type: "survey" },
    name: (x) => x("Customer effort (CES)", "جهد العميل (CES)"),
    summary: (x) => x("Ask how easy a task was, right after it.", "اسأل عن سهولة المهمة بعد إتمامها مباشرة."),
    body: (x) =>
      survey(
        {
          title: x("One question", "سؤال واحد"),
          thanks: { title: x("Thank you!", "شكرًا لك!"), blocks: [] },
        },
        [
          {
            ...{ kind: "ces", id: "effort", required: true },
            title: x("How easy was it to import your data?", "ما مدى سهولة استيراد بياناتك؟"),
            ...{ low_label: x("Very hard", "صعب جدًا"), high_label: x("Very easy", "سهل جدًا") },
          },
        ],
      ),
    rules: { trigger: { kind: "event", event: "import_finished" }, frequency: { mode: "once" } },
  },
  {
    ...{ id: "feature-feedback", goal: "feedback", type: "survey" },
    name: (x) => x("Feature feedback", "رأي في ميزة"),
    summary: (x) => x("Rate a feature and learn what to improve next.", "قيّم ميزة واعرف ما يجب تحسينه بعد ذلك."),
    body: (x) =>
      survey(
        {
          title: x("About the new reports", "عن التقارير الجديدة"),
          thanks: { title: x("Thank you!", "شكرًا لك!"), blocks: [] },
        },
        [
          {
            ...{ kind: "rating", id: "stars", required: true, scale: 5, look: "stars" },
            title: x("How useful are reports to you?", "ما مدى فائدة التقارير لك؟"),
            ...{ low_label: x("Not useful", "غير مفيدة"), high_label: x("Very useful", "مفيدة جدًا") },
          },
          {
            ...{ kind: "choice", id: "next", required: false, several: true, shuffled: true },
            title: x("What should we improve?", "ما الذي ينبغي أن نحسّنه؟"),
            options: [
              { id: "speed", label: x("Speed", "السرعة") },
              { id: "charts", label: x("Charts", "المخططات") },
              { id: "sharing", label: x("Sharing", "المشاركة") },
              { id: "export", label: x("Export", "التصدير") },
            ],
            other_label: x("Something else", "شيء آخر"),
          },
        ],
      ),
    rules: { frequency: { mode: "once" } },
  },
  {
    ...{ id: "cancellation", goal: "feedback", type: "survey" },
    name: (x) => x("Cancellation survey", "استبيان الإلغاء"),
    summary: (x) => x("Learn why people leave, when they cancel.", "اعرف لماذا يغادر الناس عند الإلغاء."),
    body: (x) =>
      survey(
        {
          form: "modal",
          title: x("We’re sorry to see you go", "يؤسفنا رحيلك"),
          blocks: [
            say(
              x(
                "Your answer helps us improve. Your cancellation is already complete.",
                "تساعدنا إجابتك على التحسّن. تم إلغاء اشتراكك بالفعل.",
              ),
            ),
          ],
          thanks: {
            title: x("Thank you, and good luck", "شكرًا لك، ونتمنى لك التوفيق"),
            blocks: [say(x("Your data stays available for 30 days.", "تبقى بياناتك متاحة لمدة 30 يومًا."))],
          },
        },
        [
          {
            ...{ kind: "choice", id: "reason", required: true, several: false, shuffled: true },
            title: x("What is the main reason?", "ما السبب الرئيسي؟"),
            options: [
              { id: "price", label: x("Too expensive", "مكلف جدًا") },
              { id: "missing", label: x("A feature is missing", "تنقصه ميزة") },
              { id: "hard", label: x("Too hard to use", "صعب الاستخدام") },
              { id: "done", label: x("I no longer need it", "لم أعد بحاجة إليه") },
            ],
            other_label: x("Another reason", "سبب آخر"),
            branches: [{ when: { kind: "options", options: ["done"] }, go_to: null }],
          },
          {
            ...{ kind: "text", id: "change", required: false, long: true },
            title: x("What would have kept you?", "ما الذي كان سيبقيك معنا؟"),
          },
        ],
      ),
    rules: { trigger: { kind: "event", event: "subscription_canceled" }, frequency: { mode: "always" } },
  },
  {
    ...{ id: "product-market-fit", goal: "feedback", type: "survey" },
    name: (x) => x("Product-market fit", "ملاءمة المنتج للسوق"),
    summary: (x) =>
      x("Ask regular users how much they would miss the product.", "اسأل المستخدمين الدائمين كم سيفتقدون المنتج."),
    body: (x) =>
      survey(
        {
          title: x("Help shape the product", "ساعدنا في تشكيل المنتج"),
          thanks: { title: x("Thank you!", "شكرًا لك!"), blocks: [] },
        },
        [
          {
            ...{ kind: "choice", id: "miss", required: true, several: false },
            title: x("How would you feel if you could no longer use it?", "كيف ستشعر إن لم يعد بإمكانك استخدامه؟"),
            options: [
              { id: "very", label: x("Very disappointed", "خيبة أمل كبيرة") },
              { id: "somewhat", label: x("Somewhat disappointed", "بعض خيبة الأمل") },
              { id: "not", label: x("Not disappointed", "لا خيبة أمل") },
            ],
          },
          {
            ...{ kind: "text", id: "benefit", required: false, long: true },
            title: x("What is the main benefit for you?", "ما الفائدة الرئيسية لك؟"),
          },
        ],
      ),
    rules: { frequency: { mode: "once" } },
  },
];
