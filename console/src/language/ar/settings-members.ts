import type { Catalogue } from "../catalogue.ts";

export const settingsMembers = {
  "Whoever opens the link chooses name and password. It is mailed where a mail server is set, and shown here.":
    "من يفتح الرابط يختار الاسم وكلمة المرور. يُرسل بالبريد إن ضُبط خادم بريد، ويُعرض هنا.",
  "The invitation": "الدعوة",
  "For {email}. The link is shown this once and opens once.": "إلى {email}. يُعرض الرابط هذه المرة فقط ويُفتح مرة واحدة.",
  "Make invitation": "إنشاء دعوة",
  "Open invitations": "الدعوات المفتوحة",
  "A link is never shown twice: a new one for the same address ends the one before.":
    "لا يُعرض الرابط مرتين: والرابط الجديد للعنوان نفسه يلغي سابقه.",
  "The invitation of {email} is revoked": "أُلغيت دعوة {email}",
  "Until {when}": "حتى {when}",
  "{role}, invited {when}": "{role}، دُعي {when}",
  "New link": "رابط جديد",
  Revoke: "إلغاء",
  "A new link": "رابط جديد",
  "For {email}. The one before does not work any more.": "إلى {email}. الرابط السابق لم يعد يعمل.",
  "I have copied it": "نسخته",
  "It works until {when}.": "يعمل حتى {when}.",
  "It was mailed": "أُرسل بالبريد",
  "Hand the link over only if the letter does not arrive.": "سلّم الرابط بنفسك فقط إن لم تصل الرسالة.",
  "It was not mailed: hand the link over": "لم يُرسل بالبريد: سلّم الرابط بنفسك",
  "Not signed in": "لا جلسة له",
  "Two-factor": "مصادقة ثنائية",
  "{name} is {role} now": "دور {name} الآن: {role}",
  "Role of {name}": "دور {name}",
  "{name} is removed": "أُزيل {name}",
  "Link to a new password": "رابط إلى كلمة مرور جديدة",
  "Switch two-factor off": "إيقاف المصادقة الثنائية",
  Remove: "إزالة",
  "Remove {name}?": "إزالة {name}؟",
  "Switch two-factor off for {name}?": "إيقاف المصادقة الثنائية للعضو {name}؟",
  "Their sign-ins, open pages and API tokens end at once. What they made stays.":
    "تنتهي في الحال جلساته وصفحاته المفتوحة ورموز API الخاصة به. ويبقى ما أنشأه.",
  "For somebody who has lost phone and recovery codes. Be sure that it is them who asks.":
    "لمن فقد هاتفه ورموز الاسترداد. تأكد من أنه هو من يطلب ذلك.",
  "Remove the member": "إزالة العضو",
  "A new password for {name}": "كلمة مرور جديدة للعضو {name}",
  "Whoever opens the link chooses the password, once. Hand it over on a way that you trust.":
    "من يفتح الرابط يختار كلمة المرور، مرة واحدة. سلّمه بطريقة تثق بها.",
  "Whoever signs in to this console. What each role may do stands under Roles.":
    "من يسجّلون الدخول إلى لوحة التحكم هذه. وما يحق لكل دور مذكور في صفحة الأدوار.",
  Invite: "دعوة",
  "{n} members": {
    zero: "لا أعضاء",
    one: "عضو واحد",
    two: "عضوان",
    few: "{n} أعضاء",
    many: "{n} عضوًا",
    other: "{n} عضو",
  },
  Owner: "مالك",
  "owner##inside a sentence": "مالك",
  "Everything, owners and deleting apps included.": "كل شيء، بما فيه المالكون وحذف التطبيقات.",
  Admin: "مدير",
  "admin##inside a sentence": "مدير",
  "Members, apps, secrets, tokens and all that editors do.":
    "الأعضاء والتطبيقات والأسرار والرموز وكل ما يفعله المحررون.",
  Editor: "محرر",
  "editor##inside a sentence": "محرر",
  "Makes and publishes content, sends live updates, looks after people.":
    "إنشاء المحتوى ونشره، وإرسال التحديثات المباشرة، والاعتناء بالأشخاص.",
  Viewer: "مشاهد",
  "viewer##inside a sentence": "مشاهد",
  "Looks at everything, and changes nothing.": "الاطلاع على كل شيء من دون تغيير شيء.",
  Roles: "الأدوار",
  "Who may do what: the one table by which the server judges every call, of people and of tokens.":
    "من يحق له ماذا: الجدول الوحيد الذي يحكم به الخادم على كل طلب، من الأشخاص ومن الرموز.",
  "What each role may do": "ما يحق لكل دور",
  ", your role": "، دورك",
  May: "يحق",
  "May not": "لا يحق",
} satisfies Catalogue;
