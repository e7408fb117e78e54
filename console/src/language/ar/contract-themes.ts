import type { Catalogue } from "../catalogue.ts";

/** What the contract says of colours. */
export const contractThemes = {
  Surface: "السطح",
  "Surface under the pointer": "السطح تحت المؤشر",
  Titles: "العناوين",
  "Quiet text": "نص هادئ",
  Lines: "الخطوط الفاصلة",
  Accent: "اللون المميز",
  "Text on the accent": "نص على اللون المميز",
  "Good news": "خبر سار",
  "Titles and buttons on cards": "العناوين والأزرار على البطاقات",
  "Buttons under the pointer": "الأزرار تحت المؤشر",
  "Text on cards": "النص على البطاقات",
  "Text under the pointer": "النص تحت المؤشر",
  "Progress, hints and edges of fields": "التقدم والتلميحات وحواف الحقول",
  "Hints under the pointer": "التلميحات تحت المؤشر",
  "Links and the ring of the focus": "الروابط وحلقة التركيز",
  "The ring of the focus under the pointer": "حلقة التركيز تحت المؤشر",
  "The main button": "الزر الرئيسي",
  "Edge of good news": "حافة الأخبار السارة",
  "Edge of warnings, and stars": "حافة التحذيرات، والنجوم",
  "What is wrong with an answer": "الخطأ في إجابة",
} satisfies Catalogue;
