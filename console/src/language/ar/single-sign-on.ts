/** Single sign-on: at the door, in the settings. */
export const singleSignOn = {
  "Single sign-on": "تسجيل الدخول الموحّد",
  "One step more": "خطوة أخيرة",
  "You have two-factor sign-in on: the provider alone opens nothing.":
    "المصادقة الثنائية مفعّلة لحسابك، ولا يكفي مزوّد الهوية وحده للدخول.",
  "Continue with {name}": "المتابعة عبر {name}",
  "or by password": "أو بكلمة المرور",
  "No provider is set for single sign-on. Sign in by password.":
    "لم يُضبط مزوّد لتسجيل الدخول الموحّد. سجّل الدخول بكلمة المرور.",
  "The provider does not offer what signing in needs. Tell an owner of this workspace.":
    "لا يقدّم مزوّد الهوية ما يحتاج إليه تسجيل الدخول. أخبر أحد مالكي مساحة العمل.",
  "The provider did not answer as it should. Try again in a moment.":
    "لم يُجب مزوّد الهوية كما ينبغي. أعد المحاولة بعد قليل.",
  "The provider did not let you in. Try again; if that stays so, ask who runs it.":
    "لم يسمح مزوّد الهوية بالدخول. أعد المحاولة، وإن تكرر ذلك فاسأل القائمين عليه.",
  "What came from the provider could not be trusted, so nobody was let in. Tell an owner.":
    "تعذّر الوثوق بما أرسله مزوّد الهوية، فلم يُسمح بالدخول. أخبر أحد المالكين.",
  "This sign-in took too long, was used already, or began in another browser. Try again.":
    "استغرق تسجيل الدخول وقتًا طويلًا أو استُخدم من قبل أو بدأ في متصفح آخر. أعد المحاولة.",
  "The provider did not tell your e-mail address. Ask who runs it to send it.":
    "لم يذكر مزوّد الهوية عنوان بريدك الإلكتروني. اطلب من القائمين عليه إرساله.",
  "The provider has not verified your e-mail address. Verify it there, then try again.":
    "لم يتحقق مزوّد الهوية من عنوان بريدك الإلكتروني. أكّد العنوان لديه ثم أعد المحاولة.",
  "Your e-mail address is of a domain that does not sign in here.":
    "عنوان بريدك الإلكتروني من نطاق لا يُسمح له بتسجيل الدخول هنا.",
  "You are no member of this workspace yet. Ask an owner or admin for an invitation.":
    "لا توجد عضوية لك في مساحة العمل هذه بعد. اطلب دعوة من أحد المالكين أو المديرين.",
  "Your address belongs to a member with another account at the provider. An owner or admin can unlink that one.":
    "عنوانك لعضو له حساب آخر لدى مزوّد الهوية. يستطيع أحد المالكين أو المديرين فكّ ارتباط ذلك الحساب.",
  "Too many attempts to sign in. Try again in some minutes.": "محاولات دخول كثيرة. أعد المحاولة بعد بضع دقائق.",
  "Signing in through the provider did not work. Try again.": "لم ينجح تسجيل الدخول عبر مزوّد الهوية. أعد المحاولة.",
  "You sign in through the provider and have none.": "تسجيل دخولك عبر مزوّد الهوية، ولا كلمة مرور لك.",
  "To have one all the same, ask an owner or admin for a link to a new password.":
    "للحصول على كلمة مرور مع ذلك، اطلب من أحد المالكين أو المديرين رابطًا لكلمة مرور جديدة.",
  "linked an account of the provider": "ربط حساب لدى مزوّد الهوية",
  "unlinked an account of the provider": "فكّ ارتباط حساب لدى مزوّد الهوية",
  "That account of the provider is another member’s, or you have another one linked. Unlink that one first.":
    "ذلك الحساب لعضو آخر، أو أن لديك حسابًا آخر مرتبطًا. فُكّ ارتباطه أولًا.",
  "Signing in through a provider has ended in this workspace.": "أُوقف تسجيل الدخول عبر مزوّد هوية في مساحة العمل هذه.",
  "With your account at {name} you sign in here, whatever address it has there.":
    "يمكنك تسجيل الدخول هنا بحسابك لدى {name}، أيًّا كان عنوانه هناك.",
  "Linked accounts": "الحسابات المرتبطة",
  "Linked {since}, used {used}": "رُبط {since}، واستُخدم {used}",
  "It is your only way in. To unlink it, choose a password of your own first.":
    "هو طريقتك الوحيدة للدخول. لفكّ الارتباط، اختر كلمة مرور خاصة بك أولًا.",
  "Link your account at {name}": "ربط حسابك لدى {name}",
  Unlink: "فكّ الارتباط",
  "Link your account at the provider?": "أتريد ربط حسابك لدى مزوّد الهوية؟",
  "You go to the provider and come back here. The account that is signed in there then opens yours here.":
    "تنتقل إلى المزوّد ثم تعود إلى هنا، فيصبح الحساب الذي سُجّل به الدخول هناك طريقًا إلى حسابك هنا.",
  "Go to the provider": "الانتقال إلى مزوّد الهوية",
  "Your account at the provider is unlinked": "فُكّ ارتباط حسابك لدى مزوّد الهوية",
  "Unlink your account at the provider?": "أتريد فكّ ارتباط حسابك لدى مزوّد الهوية؟",
  "You sign in by password from then on, and your other sign-ins end. Who comes from the provider with your address, verified, is linked to you again.":
    "تدخل بكلمة المرور من ذلك الحين، وتنتهي جلساتك الأخرى. ومن يأتي من المزوّد بعنوانك بعد التحقق منه يُربط بحسابك من جديد.",
  "ended single sign-on": "إيقاف تسجيل الدخول الموحّد",
  "set single sign-on": "ضبط تسجيل الدخول الموحّد",
  "No way in": "بلا طريقة دخول",
  "Unlink {name} from the provider?": "أتريد فكّ ارتباط {name} بمزوّد الهوية؟",
  "For somebody who has another account there now. Their sign-ins end at once; the next account that comes with their address, verified, becomes theirs.":
    "لمن صار له حساب آخر لدى المزوّد. تنتهي جلساته فورًا، وأول حساب يأتي بعنوانه بعد التحقق منه يصبح حسابه.",
  "Unlink the member": "فكّ ارتباط العضو",
  "{name} is unlinked from the provider": "فُكّ ارتباط {name} بمزوّد الهوية",
  "Unlink from the provider": "فكّ الارتباط بمزوّد الهوية",
  "Single sign-on has ended": "أُوقف تسجيل الدخول الموحّد",
  "End single sign-on": "إيقاف تسجيل الدخول الموحّد",
  "End single sign-on?": "أتريد إيقاف تسجيل الدخول الموحّد؟",
  "The client secret goes with it, and passwords open the console again. Who has none needs a link to a new password. Whoever is signed in stays.":
    "يُحذف معه سرّ العميل، وتعود كلمات المرور لفتح لوحة التحكم. من لا كلمة مرور له يحتاج إلى رابط لكلمة جديدة. ومن هو داخل الآن يبقى.",
  "Members sign in through an OpenID Connect provider: Google Workspace, Microsoft Entra ID, Keycloak, Okta, Authentik and others.":
    "يسجّل الأعضاء الدخول عبر مزوّد OpenID Connect، مثل Google Workspace وMicrosoft Entra ID وKeycloak وOkta وAuthentik وغيرها.",
  Addresses: "العناوين",
  "Register this console at the provider as a web application with the first one. The others are for signing out, where it offers that.":
    "سجّل لوحة التحكم هذه لدى المزوّد تطبيقَ ويب بالعنوان الأول. أما العنوانان الآخران فلتسجيل الخروج إن كان المزوّد يتيحه.",
  "Redirect URI": "عنوان إعادة التوجيه",
  "Where people come back to when they have signed in.": "يعود إليه الأعضاء بعد تسجيل الدخول.",
  "Post-logout redirect URI": "عنوان إعادة التوجيه بعد الخروج",
  "Copy the post-logout redirect URI": "نسخ عنوان إعادة التوجيه بعد الخروج",
  "Where they come back to when they have signed out.": "يعودون إليه بعد تسجيل الخروج.",
  "Back-channel logout URI": "عنوان الإبلاغ بالخروج",
  "Copy the back-channel logout URI": "نسخ عنوان الإبلاغ بالخروج",
  "Where the provider tells that a session has ended, so that it ends here at once. It calls this itself.":
    "يُبلغ المزوّد عبره بانتهاء جلسة لديه لتنتهي هنا فورًا. المزوّد نفسه هو من يتصل به.",
  "Signing out here signs out at the provider, too": "تسجيل الخروج هنا تسجيلُ خروج من المزوّد أيضًا",
  "Where the provider offers it, and knows the post-logout redirect URI above.":
    "إن كان المزوّد يتيح ذلك ومُسجّلًا لديه عنوان إعادة التوجيه بعد الخروج المذكور أعلاه.",
  "Copy the redirect URI": "نسخ عنوان إعادة التوجيه",
  "They are taken from the address of this page. Set FANFARE_PUBLIC_URL, so that they stay the same for everybody.":
    "أُخذت من عنوان هذه الصفحة. اضبط FANFARE_PUBLIC_URL لتبقى واحدة للجميع.",
  "Go there and back as yourself: your address there must be the one that you have here.":
    "اذهب إلى المزوّد وعُد بحسابك: يجب أن يطابق عنوانك لديه عنوانك هنا.",
  "Single sign-on saved": "حُفظ تسجيل الدخول الموحّد",
  "The provider answered as it should.": "أجاب مزوّد الهوية كما ينبغي.",
  Provider: "مزوّد الهوية",
  "Its client secret rests encrypted and is never shown. The provider is asked when you save.":
    "يُحفظ سرّ العميل مشفّرًا ولا يُعرض أبدًا. يُسأل المزوّد عند الحفظ.",
  "Stands on the button: “Continue with {name}”.": "يظهر على الزر: «المتابعة عبر {name}».",
  Acme: "Acme",
  Issuer: "المُصدِر",
  "The provider’s address, as it names itself. Its /.well-known/openid-configuration is asked for.":
    "عنوان المزوّد كما يسمّي نفسه. تُطلب منه الصفحة ‎/.well-known/openid-configuration‎.",
  "This provider is inside our network": "مزوّد الهوية داخل شبكتنا",
  "Its host may then have a private address, which this server otherwise asks nobody on. Leave it off for a provider on the internet: whoever directs that name could lead this server to machines of yours.":
    "عندئذ يجوز أن يكون عنوان مضيفه خاصًا، وهذا الخادم لا يتصل بالعناوين الخاصة في غير هذه الحالة. اتركه معطّلًا لمزوّد على الإنترنت: فمن يتحكم في وجهة اسمه قد يقود هذا الخادم إلى أجهزة لديكم.",
  "Client id": "معرّف العميل",
  "Client secret": "سرّ العميل",
  "Allowed domains": "النطاقات المسموح بها",
  "Only e-mail addresses of these sign in through the provider. Separate several by commas.":
    "لا يدخل عبر المزوّد إلا من كان بريده من هذه النطاقات. افصل بينها بفواصل.",
  "Who is no member yet": "من ليس عضوًا بعد",
  "Members are known by their e-mail address, once the provider has verified it.":
    "يُعرف الأعضاء بعنوان بريدهم الإلكتروني بعد أن يتحقق منه المزوّد.",
  Passwords: "كلمات المرور",
  "Save single sign-on": "حفظ تسجيل الدخول الموحّد",
  "Comes in when they were invited": "يدخل إن كانت له دعوة",
  "Comes in as a viewer": "يدخل مشاهدًا",
  "Comes in as an editor": "يدخل محررًا",
  "Comes in as an admin": "يدخل مديرًا",
  "Everybody’s": "للجميع",
  "Members sign in through the provider or by password.": "يدخل الأعضاء عبر المزوّد أو بكلمة المرور.",
  "Owners’ only": "للمالكين فقط",
  "Everybody else goes through the provider. Owners get in even when it is down.":
    "يدخل الآخرون عبر المزوّد. ويستطيع المالكون الدخول حتى عند تعطّله.",
};
