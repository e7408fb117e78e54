import type { Catalogue } from "../catalogue.ts";

const lines = (verb: string) => ({
  zero: `لا أسطر ${verb}`,
  one: `سطر واحد ${verb}`,
  two: `سطران ${verb}`,
  few: `{n} أسطر ${verb}`,
  many: `{n} سطرًا ${verb}`,
  other: `{n} سطر ${verb}`,
});

/** The screen of all translations. */
export const translations = {
  "What people read, in each of their languages. Drafts are counted, archived contents are not.":
    "ما يقرؤه الناس بكل لغة من لغاتهم. تُحسب المسودات ولا تُحسب المحتويات المؤرشفة.",
  Import: "استيراد",
  Contents: "المحتويات",
  "With gaps": "ذات نواقص",
  "Nothing is missing": "لا شيء ناقص",
  "Show all contents": "عرض كل المحتويات",
  "Every text of every content is there in the languages that you use.":
    "كل نصوص المحتويات متوفرة باللغات التي تستخدمها.",
  "There is nothing to translate yet": "لا يوجد ما يُترجم بعد",
  "Make a content first. Its texts appear here: you see what each language lacks, give a file to who translates, and take it back text by text.":
    "أنشئ محتوى أولًا، فتظهر نصوصه هنا: ترى ما ينقص كل لغة، وتسلّم ملفًا إلى المترجم، ثم تستعيده نصًا بعد نص.",
  "Nothing is translated yet": "لم يُترجم شيء بعد",
  "Open a content, say under Translations which language it is written in, and add another one. Or export all texts for who translates: the file is taken back under the language that you name.":
    "افتح محتوى، وحدّد ضمن «الترجمات» اللغة التي كُتب بها، ثم أضف لغة أخرى. أو صدّر كل النصوص لمن يترجم: يُستعاد الملف تحت اللغة التي تسمّيها.",
  "What is missing": "النواقص فقط",
  "All texts": "كل النصوص",
  "Export for translation": "تصدير للترجمة",
  "A CSV file with a text a line. Who translates fills in the last column; then it is imported.":
    "ملف CSV في كل سطر منه نص. يملأ المترجم العمود الأخير، ثم يُستورد الملف.",
  "Nothing is missing in this language.": "لا شيء ناقص في هذه اللغة.",
  "{n} texts are in your downloads": {
    zero: "لا نصوص في تنزيلاتك",
    one: "نص واحد في تنزيلاتك",
    two: "نصّان في تنزيلاتك",
    few: "{n} نصوص في تنزيلاتك",
    many: "{n} نصًّا في تنزيلاتك",
    other: "{n} نص في تنزيلاتك",
  },
  "One that nobody has begun is right as well.": "يمكن اختيار لغة لم تبدأ ترجمتها بعد.",
  "Which texts": "أي النصوص",
  "Import translations": "استيراد الترجمات",
  "A file that was exported here, with its last column filled in. Drafts change; what is live stays until you publish.":
    "ملف صُدّر من هنا ومُلئ عموده الأخير. تتغير المسودات، ويبقى المنشور كما هو حتى تنشر من جديد.",
  "Choose the language of the file first.": "اختر لغة الملف أولًا.",
  "Language of the file": "لغة الملف",
  "{n} texts were taken": {
    zero: "لم يُؤخذ أي نص",
    one: "أُخذ نص واحد",
    two: "أُخذ نصّان",
    few: "أُخذت {n} نصوص",
    many: "أُخذ {n} نصًّا",
    other: "أُخذ {n} نص",
  },
  "{n} contents have changed.": {
    zero: "لم يتغير أي محتوى.",
    one: "تغيّر محتوى واحد.",
    two: "تغيّر محتويان.",
    few: "تغيّرت {n} محتويات.",
    many: "تغيّر {n} محتوًى.",
    other: "تغيّر {n} محتوى.",
  },
  "{n} lines said nothing new.": lines("بلا جديد."),
  "{n} lines were refused": lines("مرفوضة"),
  "Line {line}": "السطر {line}",
  "{n} texts, language not said": {
    zero: "بلا نصوص، واللغة غير محددة",
    one: "نص واحد، واللغة غير محددة",
    two: "نصّان، واللغة غير محددة",
    few: "{n} نصوص، واللغة غير محددة",
    many: "{n} نصًّا، واللغة غير محددة",
    other: "{n} نص، واللغة غير محددة",
  },
  "{n} texts in {language}": {
    zero: "بلا نصوص، اللغة: {language}",
    one: "نص واحد، اللغة: {language}",
    two: "نصّان، اللغة: {language}",
    few: "{n} نصوص، اللغة: {language}",
    many: "{n} نصًّا، اللغة: {language}",
    other: "{n} نص، اللغة: {language}",
  },
  "Written in it": "اللغة الأصلية",
  "{language}: complete": "{language}: مكتملة",
  "{language}: {n} missing": {
    zero: "{language}: لا نواقص",
    one: "{language}: نص واحد ناقص",
    two: "{language}: نصّان ناقصان",
    few: "{language}: {n} نصوص ناقصة",
    many: "{language}: {n} نصًّا ناقصًا",
    other: "{language}: {n} نص ناقص",
  },
} satisfies Catalogue;
