// Welsh wording on payslips. Public bodies in Wales print it beside or instead of English.

/** Longer phrases are listed first, because a phrase must be replaced before the words that it contains. */
const translations: [welsh: string, english: string][] = [
  ['cyfansymiau hyd yma', 'totals to date'],
  ['cyfansymiau', 'totals'],
  ['cyfanswm y taliadau', 'total payments'],
  ['cyfanswm taliadau', 'total payments'],
  ['cyfanswm tâl', 'total pay'],
  ['cyfanswm cyflog', 'total pay'],
  ['cyfanswm y didyniadau', 'total deductions'],
  ['cyfanswm didyniadau', 'total deductions'],
  ['cyflog trethadwy', 'taxable pay'],
  ['trethadwy', 'taxable'],
  ['cyflog sylfaenol', 'basic pay'],
  ['cyflog gros', 'gross pay'],
  ['cyflog crynswth', 'gross pay'],
  ['cyflog net', 'net pay'],
  ['cyflog clir', 'net pay'],
  ['tâl net', 'net pay'],
  ['tâl clir', 'net pay'],
  ['tâl trethadwy', 'taxable pay'],
  ['tâl sylfaenol', 'basic pay'],
  ['tâl gwyliau', 'holiday pay'],
  ['tâl salwch', 'sick pay'],
  ['tâl gros', 'gross pay'],
  ['tâl crynswth', 'gross pay'],
  ['cyfanswm gros', 'total gross'],
  ['cyfanswm crynswth', 'total gross'],
  ['yswiriant gwladol', 'national insurance'],
  ['yswiriant cenedlaethol', 'national insurance'],
  ['yg cyflogwr', 'employer ni'],
  ['yg cyflogai', 'employee ni'],
  ['pensiwn cyflogai', 'employee pension'],
  ['pensiwn cyflogwr', 'employer pension'],
  ['rhif yg', 'ni number'],
  ['llythyren yg', 'ni letter'],
  ['tabl yg', 'ni table'],
  ['categori yg', 'ni category'],
  ['rhif yswiriant gwladol', 'ni number'],
  ['ad-daliad treth', 'tax refund'],
  ['ad-daliad', 'refund'],
  ['ad daliad treth', 'tax refund'],
  ['ad daliad', 'refund'],
  ['ad-dalu', 'refund'],
  ['treth incwm', 'income tax'],
  ['treth y cyngor', 'council tax'],
  ['treth gyngor', 'council tax'],
  ['cod treth', 'tax code'],
  ['mis treth', 'tax month'],
  ['wythnos dreth', 'tax week'],
  ['blwyddyn dreth', 'tax year'],
  ['cyfnod treth', 'tax period'],
  ['dyddiad talu', 'pay date'],
  ['dyddiad tâl', 'pay date'],
  ['dyddiad dechrau', 'start date'],
  ['dyddiad geni', 'date of birth'],
  ['cyfnod tâl', 'pay period'],
  ['cyfnod cyflog', 'pay period'],
  ['y cyfnod hwn', 'this period'],
  ['y mis hwn', 'this month'],
  ['yr wythnos hon', 'this week'],
  ['y pythefnos hwn', 'this fortnight'],
  ['wythnos yn diweddu', 'week ending'],
  ['wythnos yn gorffen', 'week ending'],
  ['mis yn diweddu', 'month ending'],
  ['y flwyddyn hyd yma', 'year to date'],
  ['eleni', 'this year'],
  ['hyd yma', 'to date'],
  ['hyd yn hyn', 'to date'],
  ['hyd at y dyddiad', 'to date'],
  ['cyf twe', 'paye ref'],
  ['cyfeirnod twe', 'paye reference'],
  ['rhif cyflog', 'payroll number'],
  ['rhif gweithiwr', 'employee number'],
  ['benthyciad myfyriwr', 'student loan'],
  ['benthyciad ôl-raddedig', 'postgraduate loan'],
  ['benthyciad ôl raddedig', 'postgraduate loan'],
  ['teitl swydd', 'job title'],
  ['slip cyflog', 'payslip'],
  ['ôl daliad', 'arrears'],
  ['ôl-daliad', 'arrears'],
  ['taliadau', 'payments'],
  ['enillion', 'earnings'],
  ['didyniadau', 'deductions'],
  ['disgrifiad', 'description'],
  ['manylion', 'details'],
  ['oriau', 'hours'],
  ['unedau', 'units'],
  ['cyfradd', 'rate'],
  ['swm', 'amount'],
  ['cyfanswm', 'total'],
  ['balans', 'balance'],
  ['pensiwn', 'pension'],
  ['benthyciad', 'loan'],
  ['treth', 'tax'],
  ['cyflogwr', 'employer'],
  ['cyfeiriad', 'address'],
  ['amlder', 'frequency'],
  ['misol', 'monthly'],
  ['wythnosol', 'weekly'],
  ['pythefnosol', 'fortnightly'],
  ['pythefnos', 'fortnight'],
  ['cyfnod', 'period'],
  ['swydd', 'job title'],
  ['enw', 'name'],
  ['goramser', 'overtime'],
  ['bonws', 'bonus'],
  ['lwfans', 'allowance'],
  ['gwyliau', 'holiday'],
  ['milltiredd', 'mileage'],
  ['absenoldeb', 'absence'],
  ['aberth', 'sacrifice'],
  ['salwch', 'sick'],
  ['yg', 'ni'],
  ['gros', 'gross'],
  ['crynswth', 'gross'],
  ['cyflog', 'pay'],
  ['tâl', 'pay'],
  ['hawliau', 'entitlements'],
  ['cod', 'code'],
  ['elfen', 'element'],
]

const welshWords = new RegExp(
  `(?<!\\p{L})(?:${translations.map(([welsh]) => welsh).join('|')})(?!\\p{L})`,
  'giu',
)
const englishByWelsh = new Map(translations)

/** Translates known Welsh terms into English. */
export const translateWelsh = (text: string): string =>
  text.replace(welshWords, (term) => englishByWelsh.get(term.toLowerCase()) ?? term)

/**
 * Returns a bilingual text such as `Cod treth / Tax code` as a whole, then its second part (usually English), then
 * its first part.
 */
export function listLanguages(text: string): string[] {
  const parts = text.split(/ \/ | \| | · /)
  const [first = '', second = ''] = parts
  const areWords = parts.length === 2 && /\p{L}{2}/u.test(first) && /\p{L}{2}/u.test(second)
  return areWords ? [text, second, first] : [text]
}

const months: Record<string, string> = {
  ionawr: 'January',
  chwefror: 'February',
  mawrth: 'March',
  ebrill: 'April',
  mai: 'May',
  mehefin: 'June',
  gorffennaf: 'July',
  awst: 'August',
  medi: 'September',
  hydref: 'October',
  tachwedd: 'November',
  rhagfyr: 'December',
}

/** Matches a day and a Welsh month, with or without the English month behind a slash. */
const leadingMonth = new RegExp(
  `^(\\d{1,2}) (${Object.keys(months).join('|')})\\b(?: ?/ ?(?=\\p{L})(\\p{L}+))?`,
  'iu',
)

/** Translates the month of the date at the start of a text: `25 Tachwedd / November 2025`, `25 Tachwedd 2025`. */
export const translateLeadingMonth = (text: string): string =>
  text.replace(leadingMonth, (_, day, month) => `${day} ${months[month.toLowerCase()]}`)
