import type { Catalogue } from "../catalogue.ts";

export const themes = {
  // All themes.
  "How contents look on your pages. Colours that some people could not read are not saved.":
    "مظهر المحتويات في صفحاتك. لا تُحفظ ألوان يتعذر على بعض الأشخاص قراءتها.",
  "New theme": "سمة جديدة",
  "All contents wear the built-in theme until you make one of your own: one colour is enough to begin.":
    "تستخدم كل المحتويات السمة المدمجة إلى أن تُنشأ سمة خاصة: لون واحد يكفي للبداية.",
  "Built-in": "مدمجة",
  "Fanfare’s own; it cannot be changed.": "سمة Fanfare؛ لا يمكن تغييرها.",
  "Make the built-in theme the default": "جعل السمة المدمجة افتراضية",
  Default: "افتراضية",
  Duplicate: "تكرار",
  "Make it the default": "جعلها افتراضية",
  "{name} copy": "نسخة من {name}",
  "Contents that choose no theme now wear the built-in one": "المحتويات التي لا تختار سمة تستخدم الآن السمة المدمجة",
  "Contents that choose no theme now wear {theme}": "المحتويات التي لا تختار سمة تستخدم الآن {theme}",
  "As the page": "مثل الصفحة",
  "As the system": "مثل النظام",
  "Always light": "فاتحة دائمًا",
  "Always dark": "داكنة دائمًا",

  // A new one.
  "Say your brand’s colour. All others are worked out from it, in light and in dark, so that everybody can read them; you change what you like.":
    "يكفي لون علامتك. تُشتق منه كل الألوان الأخرى، في الفاتح والداكن، بحيث يستطيع الجميع قراءتها؛ ويمكن تغيير أي منها.",
  Brand: "العلامة",
  "Brand colour": "لون العلامة",
  "Create theme": "إنشاء السمة",

  // The editor.
  "{name} was saved": "حُفظت {name}",
  "Open pages that wear it change now.": "تتغير الآن الصفحات المفتوحة التي تستخدمها.",
  "You may look. Editors, admins and owners change themes.":
    "الاطلاع متاح. أما تغيير السمات فللمحررين والمديرين والمالكين.",
  "Some people could not read it. In light and in dark, take the nearest colours that pass, or choose others.":
    "يتعذر على بعض الأشخاص قراءتها. ينبغي في الفاتح والداكن أخذ أقرب الألوان المقبولة، أو اختيار غيرها.",
  "Colours in dark": "الألوان في الداكن",
  "Colours in light": "الألوان في الفاتح",
  Shape: "الشكل",
  "Shape and type": "الشكل والخط",
  "What you changed in this theme is not saved yet.": "ما تغيّر في هذه السمة لم يُحفظ بعد.",
  Surfaces: "الأسطح",
  Tones: "النبرات",

  // Contrast.
  Contrast: "التباين",
  "All {n} pairs can be read": {
    zero: "لا أزواج",
    one: "الزوج الوحيد مقروء",
    two: "الزوجان كلاهما مقروء",
    few: "كل الأزواج الـ{n} مقروءة",
    many: "كل الأزواج الـ{n} مقروءة",
    other: "كل الأزواج الـ{n} مقروءة",
  },
  "{n} of {total} cannot be read": {
    zero: "كلها مقروءة",
    one: "واحد من {total} غير مقروء",
    two: "اثنان من {total} غير مقروءين",
    few: "{n} من {total} غير مقروءة",
    many: "{n} من {total} غير مقروءة",
    other: "{n} من {total} غير مقروءة",
  },
  "Use the nearest that pass": "استخدام أقرب الألوان المقبولة",
  "Pairs of colours with their contrast": "أزواج الألوان مع تباينها",
  Pair: "الزوج",
  "Way out": "الحل",
  Aa: "أب",
  "{color} on {ground}": "{color} على {ground}",
  passes: "مقبول",
  fails: "غير مقبول",
  "of {least}": "من {least}",
  "Use {color}": "استخدام \u2066{color}\u2069",

  // The preview and what stands in it.
  Tour: "جولة",
  Modal: "نافذة",
  Checklist: "قائمة مهام",
  "Light or dark": "فاتح أو داكن",
  "As people see it who want more contrast": "كما يراها من يطلبون تباينًا أعلى",
  "Worked out from your colours for people who ask their system for more contrast.":
    "مشتقة من ألوانك لمن يطلبون من نظامهم تباينًا أعلى.",
  "Drawn by the player that your visitors get, on a stand-in for your page.":
    "يرسمها المشغّل نفسه الذي يصل إلى زوارك، على صفحة تنوب عن صفحتك.",
  "Everything that you ship is {link}, the newest first.": "كل ما ترسله {link}، الأحدث أولًا.",
  "listed here": "مدرج هنا",
  "Orders now say where they are, and when they arrive.": "صارت الطلبات تبيّن أين هي، ومتى تصل.",
  "Your orders": "طلباتك",
  Orders: "الطلبات",
  "That is all": "هذا كل شيء",
  "See where your parcel is": "أين طردك الآن؟",
  "Complete your profile": "إكمال ملفك الشخصي",

  // Its shape.
  "Dark where your page says it is dark; else as the person’s system":
    "داكنة حيث تقول صفحتك إنها داكنة؛ وإلا فمثل نظام الشخص",
  "Whatever your page says": "مهما قالت صفحتك",
  Regular: "عادية",
  Roomy: "رحبة",
  "None##shadow": "بلا",
  Soft: "ناعم",
  Strong: "قوي",
  "Attribute of your page": "خاصية في صفحتك",
  "Asked first. Where it is empty, the usual ones are: data-theme, class and others.":
    "تُسأل أولًا. وإن كانت فارغة تُسأل الخصائص المعتادة: \u2066data-theme\u2069 و\u2066class\u2069 وغيرها.",
  "Its word for dark": "كلمتها للداكن",
  Corners: "الزوايا",
  Backdrop: "الخلفية المعتمة",
  "How much of the page it covers.": "مقدار ما تحجبه من الصفحة.",
  Distances: "المسافات",
  Shadow: "الظل",
  Fonts: "الخطوط",
  "Families that your page has, the best first. Nothing is loaded for them.":
    "عائلات خطوط موجودة في صفحتك، الأفضل أولًا. ولا يُحمَّل شيء لأجلها.",
  "Colours as #5336e2, with commas between them.": "ألوان هكذا \u2066#5336e2\u2069، مفصولة بفواصل.",

  // Who wears it.
  "Who wears it": "من يستخدمها",
  "All contents that choose no theme.": "كل المحتويات التي لا تختار سمة.",
  "Nobody yet. Choose it in the appearance of a content, or make it the default.":
    "لا أحد بعد. يمكن اختيارها في مظهر أي محتوى، أو جعلها افتراضية.",
  "Live##content": "منشور",
  "Delete theme": "حذف السمة",
  "Give what is live another theme first.": "ينبغي أولًا إعطاء ما هو منشور سمة أخرى.",
  "Drafts and old versions that choose it wear the workspace’s own theme from then on.":
    "تأخذ المسودات والإصدارات القديمة التي تختارها سمة مساحة العمل من الآن.",
} satisfies Catalogue;
