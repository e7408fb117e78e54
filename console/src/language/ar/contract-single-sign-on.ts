/** What the contract and the server say of single sign-on. */
export const singleSignOnSaid = {
  "No provider is set for single sign-on": "لم يُضبط مزوّد لتسجيل الدخول الموحّد",
  "The provider cannot be used": "لا يمكن استخدام مزوّد الهوية هذا",
  "The provider did not answer as it should": "لم يُجب مزوّد الهوية كما ينبغي",
  "The provider did not let the member in": "لم يسمح مزوّد الهوية بدخول العضو",
  "What came from the provider could not be trusted": "تعذّر الوثوق بما أرسله مزوّد الهوية",
  "The sign-in took too long or began elsewhere": "طال تسجيل الدخول أو بدأ في مكان آخر",
  "The logout token ends nothing": "رمز الخروج لا يُنهي شيئًا",
  "The provider told no e-mail address": "لم يذكر مزوّد الهوية عنوان البريد الإلكتروني",
  "The provider has not verified the e-mail address": "لم يتحقق مزوّد الهوية من عنوان البريد الإلكتروني",
  "The domain of the e-mail address is not allowed": "نطاق عنوان البريد الإلكتروني غير مسموح به",
  "The person is no member and was not invited": "الشخص ليس عضوًا ولم يُدعَ",
  "The member has another account at the provider": "للعضو حساب آخر لدى مزوّد الهوية",
  "Only owners sign in by password": "المالكون وحدهم يدخلون بكلمة المرور",
  "Give the provider a name.": "أدخل اسم مزوّد الهوية.",
  "The provider's address, like https://accounts.example.com/realms/acme, without ? and #.":
    "عنوان المزوّد، مثل https://accounts.example.com/realms/acme، من دون ? و#.",
  "The provider gave you a client id. Enter it.": "أعطاك المزوّد معرّف عميل. أدخله.",
  "A domain, like example.com.": "اسم نطاق، مثل example.com.",
  "Name the domains whose people may come in uninvited: without one, everybody with an account there could.":
    "اذكر النطاقات التي يدخل أصحابها بلا دعوة؛ فمن دونها يدخل كل من له حساب لدى المزوّد.",
  "This is another client than before. Enter its secret: the one that is kept is not sent elsewhere.":
    "هذا عميل غير السابق. أدخل سرّه: السرّ المحفوظ لا يُرسل إلى جهة أخرى.",
  "The provider that answers there calls itself by another address. Enter its issuer as it stands in its own /.well-known/openid-configuration.":
    "المزوّد الذي أجاب يسمّي نفسه بعنوان آخر. أدخل المُصدِر كما يرد في الصفحة ‎/.well-known/openid-configuration‎ لديه.",
  "The provider's address begins with http://, which anybody on the way could change. Use https://.":
    "يبدأ عنوان المزوّد بـ http://، ويمكن لأي طرف في الطريق تغيير ما يُرسل. استخدم https://.",
  "See through which provider members sign in": "الاطلاع على مزوّد الهوية الذي يدخل عبره الأعضاء",
  "Set the provider of single sign-on, and who comes in through it": "ضبط مزوّد تسجيل الدخول الموحّد ومن يدخل عبره",
} as const;
