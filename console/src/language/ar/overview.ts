import type { Catalogue } from "../catalogue.ts";

export const overview = {
  "Open##verb": "فتح",
  "Needs attention": "يحتاج إلى انتباه",
  "All is well: targets are found, webhooks arrive, the app is on.":
    "كل شيء على ما يرام: العناصر موجودة، وخطاطيف الويب تصل، والتطبيق يعمل.",
  "Nobody is shown anything.": "لا يُعرض شيء لأحد.",
  "Live updates are off": "التحديثات المباشرة متوقفة",
  "Pages hear of changes with their next load only.": "لا تعلم الصفحات بالتغييرات إلا عند تحميلها التالي.",
  "{name}: a step does not find its element": "{name}: خطوة لا تجد عنصرها",
  "{name}: the page does not get ready for a step": "{name}: الصفحة لا تستعد لإحدى الخطوات",
  "In {failed} of {views} views of the last 7 days the page was not ready for the step “{step}”: {why}":
    "في {failed} من {views} مرة عرض خلال الأيام السبعة الماضية لم تكن الصفحة مستعدة للخطوة «{step}»: {why}",
  "Webhooks do not arrive": "خطاطيف الويب لا تصل",
  "{n} calls were given up in the last day.": {
    zero: "لم يُتخلَّ عن أي استدعاء خلال اليوم الماضي.",
    one: "تُخلّي عن استدعاء واحد خلال اليوم الماضي.",
    two: "تُخلّي عن استدعاءين خلال اليوم الماضي.",
    few: "تُخلّي عن {n} استدعاءات خلال اليوم الماضي.",
    many: "تُخلّي عن {n} استدعاءً خلال اليوم الماضي.",
    other: "تُخلّي عن {n} استدعاء خلال اليوم الماضي.",
  },
  "Attributes of mixed types": "خصائص مختلطة الأنواع",
  "Values of another type than at first came for {names}: rules may not match.":
    "وصلت قيم من نوع غير النوع الأول للخصائص {names}: قد لا تنطبق القواعد.",
  "In {missing} of {views} views of the last 7 days the step “{step}” had nothing to point at.":
    "في {missing} من {views} مرة عرض خلال الأيام السبعة الماضية لم تجد الخطوة «{step}» ما تشير إليه.",
  "In {missing} of {views} views of the last 7 days the step “{step}” had nothing to point at; {near}":
    "في {missing} من {views} مرة عرض خلال الأيام السبعة الماضية لم تجد الخطوة «{step}» ما تشير إليه؛ {near}",
  Completions: "مرات الإكمال",
  "Today so far": "اليوم حتى الآن",
  "Last 7 days, with today": "آخر 7 أيام مع اليوم",
  "{day}, so far": "{day}، حتى الآن",
  "Days are those of UTC. Today is not over.": "الأيام بتوقيت UTC، واليوم لم ينتهِ بعد.",
  "The 7 days before": "الأيام السبعة التي قبلها",
  "{day}: {count}": "{day}: {count}",
  "As a table": "عرض كجدول",
  "{label}: as a table": "{label}: عرض كجدول",
  "{label} in the last minute": "{label} في الدقيقة الأخيرة",
  "Seconds ago": "قبل كم ثانية",
  "Completions by day": "مرات الإكمال حسب اليوم",
  "{share} more": "زيادة {share}",
  "{share} fewer so far": "نقص {share} حتى الآن",
  Overview: "نظرة عامة",
  "How {app} stands.": "حال {app}.",
  "People online now": "أشخاص متصلون الآن",
  "Live content": "محتوى منشور",
  "{n} held back": {
    zero: "لا شيء موقوف",
    one: "واحد موقوف",
    two: "اثنان موقوفان",
    few: "{n} موقوفة",
    many: "{n} موقوفًا",
    other: "{n} موقوف",
  },
  "Published here": "منشور هنا",
  "First steps": "الخطوات الأولى",
  "Connect your application": "وصل تطبيقك",
  "Two lines in your page load the SDK. The first page that connects is noticed at once.":
    "سطران في صفحتك يحمّلان حزمة SDK. وتُلاحظ أول صفحة تتصل في الحال.",
  "Get the snippet": "الحصول على الشيفرة",
  "Publish a first content": "نشر أول محتوى",
  "A tour, an announcement, a checklist: it is on open pages within seconds.":
    "جولة أو إعلان أو قائمة مهام: تظهر في الصفحات المفتوحة خلال ثوانٍ.",
  "Say something live": "قل شيئًا مباشرةً",
  "A toast, a banner or confetti on the screen of everybody you mean, this second.":
    "إشعار أو شريط أو قصاصات احتفال على شاشة كل من تقصده، في هذه اللحظة.",
  "Write a live update": "كتابة تحديث مباشر",
  "With a goal you see who got there, and what they were shown; and confetti for them if you like.":
    "بالهدف تعرف من بلغه وماذا عُرض عليه؛ ومعه قصاصات احتفال إن شئت.",
  "Invite a colleague": "دعوة زميل",
  "Two see more than one: authors write, developers connect, viewers look on.":
    "عينان ترى أكثر من واحدة: المحررون يكتبون، والمطورون يصلون، والمشاهدون يتابعون.",
  "Invite somebody": "دعوة شخص",
} satisfies Catalogue;
