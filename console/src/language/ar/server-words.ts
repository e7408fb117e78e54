import { evidence } from "./evidence.ts";

const policy = {
  "See their own account": "رؤية حسابه الخاص",
  "Change their own name, password and second factor": "تغيير اسمه وكلمة مروره ومصادقته الثنائية",
  "Sign out": "تسجيل الخروج",
  "See apps and their settings": "رؤية التطبيقات وإعداداتها",
  "Make apps and change their settings": "إنشاء التطبيقات وتغيير إعداداتها",
  "Delete apps": "حذف التطبيقات",
  "See which secrets an app has": "رؤية أسرار التطبيق",
  "Make and revoke secrets of apps": "إنشاء أسرار التطبيقات وإلغاؤها",
  "Look at content and its versions": "الاطلاع على المحتوى وإصداراته",
  "Make and edit content": "إنشاء المحتوى وتحريره",
  "Publish, pause, roll back and archive content": "نشر المحتوى وإيقافه واسترجاعه وأرشفته",
  "Look at people, groups and segments": "الاطلاع على الأشخاص والمجموعات والشرائح",
  "Change people, groups and suppressions": "تغيير الأشخاص والمجموعات وحالات الكتم",
  "Export and erase a person": "تصدير بيانات شخص ومحوها",
  "Make and change segments and cap groups": "إنشاء الشرائح ومجموعات الحدّ وتغييرها",
  "Make and change themes, and choose the one for all": "إنشاء السمات وتغييرها واختيار السمة العامة",
  "See who the members are": "رؤية الأعضاء",
  "Invite, change and remove members": "دعوة الأعضاء وتغييرهم وإزالتهم",
  "See by which mail server letters go out": "رؤية خادم البريد المستخدم",
  "Set and try the mail server": "ضبط خادم البريد وتجربته",
  "See through which provider members sign in": "رؤية مزوّد تسجيل الدخول",
  "Set the provider of single sign-on, and who comes in through it": "ضبط مزوّد تسجيل الدخول الموحّد ومن يدخل عبره",
  "Read, export and verify the audit log": "قراءة سجل التدقيق وتصديره والتحقق منه",
  "See how the server is": "رؤية حالة الخادم",
  "See and download backups": "رؤية النسخ الاحتياطية وتنزيلها",
  "Make backups": "إنشاء نسخ احتياطية",
  "Read the metrics of the server": "قراءة مقاييس الخادم",
  "See which API tokens there are": "رؤية رموز API",
  "Make and revoke API tokens": "إنشاء رموز API وإلغاؤها",
  "Record events of people": "تسجيل أحداث الأشخاص",
  "Look at analytics": "الاطلاع على التحليلات",
  "Export all people, runs and events of an app": "تصدير كل الأشخاص ومرات العرض والأحداث في تطبيق",
  "Look at goals": "الاطلاع على الأهداف",
  "Make, change and delete goals": "إنشاء الأهداف وتغييرها وحذفها",
  "Look at live updates": "الاطلاع على التحديثات المباشرة",
  "Send live updates": "إرسال التحديثات المباشرة",
  "Look at channels and who is connected": "الاطلاع على القنوات والمتصلين بها",
  "Listen to what is said on channels": "الاستماع إلى ما يُرسل على القنوات",
  "Publish events on channels": "نشر الأحداث على القنوات",
  "See webhooks and what was delivered": "رؤية خطاطيف الويب وما سُلِّم",
  "Make and change webhooks, and deliver again": "إنشاء خطاطيف الويب وتغييرها وإعادة التسليم",
} as const;

const health = {
  "Data directory": "مجلد البيانات",
  "Master key": "المفتاح الرئيسي",
  Database: "قاعدة البيانات",
  Disk: "القرص",
  Server: "الخادم",
  "Public address": "العنوان العام",
  Certificate: "الشهادة",
  Backup: "النسخ الاحتياطي",
  "{path} does not exist yet. The first start makes it.": "{path} غير موجود بعد، ويُنشأ عند أول تشغيل.",
  "{path} belongs to this user alone.": "{path} يخصّ هذا المستخدم وحده.",
  "Other users can look into {path}. Run: {command}": "يستطيع مستخدمون آخرون رؤية {path}. نفّذ: {command}",
  "{path} can be read by this user alone.": "لا يقرأ {path} إلا هذا المستخدم.",
  "Other users can read {path}, which opens all secrets. Run: {command}":
    "يستطيع مستخدمون آخرون قراءة {path}، وهو يفتح كل الأسرار. نفّذ: {command}",
  "{path} is whole, schema {schema}.": "{path} سليم، والمخطط {schema}.",
  "{url} answers.": "{url} يستجيب.",
  "{size} TB are free.": "المساحة الخالية {size} تيرابايت.",
  "{size} GB are free.": "المساحة الخالية {size} غيغابايت.",
  "Only {size} GB are free. Fanfare stops to take writes when the disk is full: make room.":
    "لم يبقَ إلا {size} غيغابايت. يتوقف Fanfare عن قبول الكتابة حين يمتلئ القرص: وفّر مساحة.",
  "Only {size} MB are free. Fanfare stops to take writes when the disk is full: make room.":
    "لم يبقَ إلا {size} ميغابايت. يتوقف Fanfare عن قبول الكتابة حين يمتلئ القرص: وفّر مساحة.",
  "Only {size} kB are free. Fanfare stops to take writes when the disk is full: make room.":
    "لم يبقَ إلا {size} كيلوبايت. يتوقف Fanfare عن قبول الكتابة حين يمتلئ القرص: وفّر مساحة.",
  "The server answers at {url}.": "يستجيب الخادم على {url}.",
  "A server was started on {path}, and {url} does not answer. Look into its log.":
    "شُغِّل خادم على {path} لكن {url} لا يستجيب. راجع سجله.",
  "No server runs: {url} does not answer. Start it with fanfare serve.":
    "لا يعمل أي خادم: {url} لا يستجيب. شغّله بالأمر fanfare serve.",
  "Browsers reach it at {url}.": "تصل إليه المتصفحات على {url}.",
  "For this machine alone, at {url}.": "لهذا الجهاز وحده، على {url}.",
  "{url} is not HTTPS: sign-ins can be read on the way. Set FANFARE_TLS_CERT and FANFARE_TLS_KEY, or put a proxy in front.":
    "{url} ليس HTTPS: يمكن التنصت على تسجيل الدخول. اضبط FANFARE_TLS_CERT وFANFARE_TLS_KEY، أو ضع وكيلًا أمامه.",
  "No certificate is configured.": "لم تُضبط شهادة.",
  "{path} is good for {days} days.": "{path} صالحة لمدة {days} من الأيام.",
  "{path} is good for {days} days. Renew it.": "{path} صالحة لمدة {days} من الأيام. جدّدها.",
  "{path} was good until {when}. Renew it.": "انتهت صلاحية {path} في {when}. جدّدها.",
  "PostgreSQL is backed up by its own tools.": "تُنسخ PostgreSQL احتياطيًا بأدواتها.",
  "There is a backup of this week.": "توجد نسخة احتياطية من هذا الأسبوع.",
  "No backup of this week is in {path}. Make one with fanfare backup.":
    "لا توجد نسخة احتياطية من هذا الأسبوع في {path}. أنشئ واحدة بالأمر fanfare backup.",
} as const;

/** What came of a call to a webhook; what the network says of itself stays as it is. */
const webhookCalls = {
  "The receiver answered {status}.": "أجاب المستقبِل بالرمز {status}.",
  "No answer within {time} ms.": "لا رد خلال {time} مللي ثانية.",
  "The receiver closed the connection without an answer.": "أغلق المستقبِل الاتصال من دون رد.",
  "The receiver failed all the time in which this could have been sent.":
    "ظل المستقبِل يفشل طوال المدة التي كان يمكن الإرسال فيها.",
} as const;

/** Tables of the server that people read: what a role may do, how the server is, why somebody sees something. */
export const serverWords = { ...policy, ...health, ...webhookCalls, ...evidence };
