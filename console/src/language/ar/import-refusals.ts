/** Why a row of a file of people cannot be stored, and why nobody can be imported by some columns. */
export const importRefusals = {
  "No id: nobody is named by this line.": "لا معرّف: لا يسمّي هذا السطر أحدًا.",
  "This row has {fields} fields, and the first one has {columns}: a field with a separator in it needs quotes.":
    "في هذا الصف {fields} من الحقول، وفي الصف الأول {columns}: الحقل الذي يحتوي على فاصل يحتاج إلى علامات اقتباس.",
  "{name}: a field has at most {most} characters.": "{name}: الحد الأقصى للحقل {most} من الحروف.",
  "{name}: “{text}” is no number.": "{name}: القيمة «{text}» ليست رقمًا.",
  "{name}: “{text}” is no yes or no.": "{name}: القيمة «{text}» ليست نعم ولا لا.",
  "Choose the column that holds the ids of people.": "يلزم اختيار العمود الذي يحمل معرّفات الأشخاص.",
  "Only one column can hold the ids of people.": "لا يمكن أن يحمل معرّفات الأشخاص إلا عمود واحد.",
  "“{name}” can be no attribute: it begins with a letter and has letters, digits and _.":
    "لا يصلح «{name}» لخاصية: يبدأ اسم الخاصية بحرف لاتيني ويتكوّن من حروف وأرقام و_.",
  "Two columns would become the attribute {name}. Leave one of them out.":
    "يصير عمودان الخاصية {name} نفسها. يلزم ترك أحدهما.",
} as const;
