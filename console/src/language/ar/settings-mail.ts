import type { Catalogue } from "../catalogue.ts";

export const settingsMail = {
  "With a mail server, invitations and links to a new password are mailed. Without one they are handed over as links.":
    "مع خادم بريد تُرسل الدعوات وروابط كلمة المرور بالبريد، ومن دونه تُسلَّم روابط.",
  "“Forgot your password?” is not offered": "«نسيت كلمة المرور؟» غير متاحة",
  "Set FANFARE_PUBLIC_URL to the address of this console: links that anybody may ask for lead there and nowhere else.":
    "اضبط FANFARE_PUBLIC_URL على عنوان لوحة التحكم هذه: الروابط التي يمكن لأي أحد طلبها تقود إليه وحده.",
  Unencrypted: "من دون تعمية",
  "Mail server saved": "حُفظ خادم البريد",
  "Send a letter to see that it works.": "أرسل رسالة لترى أنه يعمل.",
  "Mail server": "خادم البريد",
  "Any server that speaks SMTP. Its password rests encrypted and is never shown.":
    "أي خادم يتحدث SMTP. تُحفظ كلمة مروره معمّاة ولا تُعرض أبدًا.",
  Encryption: "التعمية",
  "STARTTLS for port 587, TLS for 465.": "STARTTLS للمنفذ 587، وTLS للمنفذ 465.",
  Host: "المضيف",
  Port: "المنفذ",
  User: "المستخدم",
  "Leave it empty to keep the one that is set.": "اتركها فارغة للإبقاء على الحالية.",
  "From address": "عنوان المرسل",
  "From name": "اسم المرسل",
  "Save mail server": "حفظ خادم البريد",
  "No mail goes out any more": "لن يُرسل بريد بعد الآن",
  "Forget this server": "حذف هذا الخادم",
  "Forget the mail server?": "حذف خادم البريد؟",
  "Its password goes with it. Invitations and links to a new password are handed over by hand again.":
    "تُحذف كلمة مروره معه. وتُسلَّم الدعوات وروابط كلمة المرور يدويًا من جديد.",
  "Forget mail server": "حذف خادم البريد",
  "Sends a short letter and says what the mail server answers.": "يرسل رسالة قصيرة ويعرض إجابة خادم البريد.",
  "Send a letter": "إرسال رسالة",
  "The mail server took it": "قبلها خادم البريد",
  "Look into the mailbox, and into its spam folder.": "افتح صندوق البريد ومجلد البريد المزعج.",
} satisfies Catalogue;
