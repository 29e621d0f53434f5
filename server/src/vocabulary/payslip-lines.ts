import type { DeductionKind, EarningKind } from './payslip-figures.ts'

// Web portals and documents have only a description for each line. The first matching pattern determines its kind;
// without a match the kind is `other`.

const earningPatterns: [RegExp, EarningKind][] = [
  [/\barrears\b|\barrs\b|back ?pay/i, 'arrears'],
  [/sacrifice|cycle to work|cycle scheme/i, 'sacrifice'],
  // `Holiday bonus` is a bonus. `Holiday pay on bonus` is not.
  [/^(?!.*\b(?:on|of|for|from|re|inc|incl|less|excl) (?:\S+ )?bonus(?:es)?\b).*\bbonus(?:es)?$/i, 'bonus'],
  [/shared parental|\bshpp\b/i, 'shared_parental'],
  [/bereavement|\bspbp\b/i, 'bereavement'],
  [/maternity|\bsmp\b/i, 'maternity'],
  [/paternity|\bspp\b/i, 'paternity'],
  [/adoption|\bsap\b/i, 'adoption'],
  [/\bsick|\bssp\b|\bosp\b/i, 'sick'],
  [/redundancy|termination|notice|severance/i, 'termination'],
  [/expense|mileage|reimburse|subsistence/i, 'expenses'],
  [/unpaid|absence|absent/i, 'absence'],
  [/strike|industrial action/i, 'strike'],
  [/holiday|annual leave/i, 'holiday'],
  [/testimonial/i, 'testimonial'],
  [/medical/i, 'medical'],
  [/bonus/i, 'bonus'],
  [/commission/i, 'commission'],
  [/over ?time|\bot\b/i, 'overtime'],
  [/shift|allowance|supplement|enhancement|\bnight|on.call|unsocial/i, 'shift'],
  [/basic|salary|\bwages?\b|^pay$|\bhours\b/i, 'basic'],
]

const deductionPatterns: [RegExp, DeductionKind][] = [
  [/\bpaye\b|(income|paye) tax|^tax\b(?!able| free)|\btax (paid|deducted|refund)\b/i, 'income_tax'],
  [/national ins|nat\.? ?ins|\bn\.i\.|\bnic?s?\b/i, 'national_insurance'],
  [/post ?-?grad|\bpg ?loan|\bpgl\b/i, 'postgraduate_loan'],
  [/student l|stud\.? ?l(oa)?n|\bs\/?l(n|r)?\b( plan|$)|\bsl[nr]?\b|\bslc\b/i, 'student_loan'],
  [
    /attachment|attach\.? of|earnings order|arrestment|\baeo\b|\bdea\b|court order|child maint|\bcsa\b|\bcms\b|council tax order|\bctaeo\b/i,
    'attachment_of_earnings',
  ],
  [
    /pension|superann|\bmaster trust\b|\bs\/ann\b|\bf?s?avcs?\b|\bpens?\b|\blgps\b|\bnest\b|\b(tps|uss|nhsps|pcsps|csps|stss|saul)\b|\bfps (19|20)|retirement (saving|plan|scheme|contribution|account)|\b(sipp|gpp|gsipp|mnopf|mnrpf|pnpf|btps|rrps|lpfa|bcsss|mpsps)\b|^(rps|brass)\b(?! ?[a-z]{4})|\badded years\b|\bstakeholder (?:conts?|contributions?|scheme|plan)\b|\bauto[- ]?enrol|^a\/?e (?:conts?|contributions?)\b/i,
    'pension',
  ],
  // Abbreviations of pension funds and schemes: `PNPF Contributions`, `HBPS 6%`.
  // Providers of workplace pensions. Some of them also sell insurance.
  [
    /^(?!.*\b(?:health|medical|dental|protect|protection|cover|insurance|assurance|isa|savings?|shares?)\b)(?:(?:royal london|scottish widows|standard life|aegon|cushon|penfold|people'?s partnership)\b|(?:aviva|legal (?:&|and) general|l ?& ?g|fidelity|prudential|zurich)\b.*(?:\bcont(?:rib)?s?\b|\bcontributions?\b|\d ?%))/i,
    'pension',
  ],
  [
    /\b[A-Z]{1,4}P[FS] (?:(?:EE|EEs|EES|Ee|MEMBER|Member) )?(?:[Cc]ont(?:s|ribs?|ributions?)?\b|CONT(?:S|RIBS?|RIBUTIONS?)?\b|\(?\d[\d.]* ?%)/,
    'pension',
  ],
  [/\bloan|advance/i, 'loan'],
]

/** Matches payments that are fixed, the same in every period. */
const regular = /allowance|supplement/i

export function classifyEarning(description: string, { isByUnit }: { isByUnit: boolean }) {
  const kind = earningPatterns.find(([pattern]) => pattern.test(description))?.[1] ?? 'other'
  // Reimbursed expenses are free of tax and National Insurance.
  const counts = kind !== 'expenses'
  const isFixed = kind === 'basic' ? !isByUnit : kind === 'shift' && regular.test(description)
  return { kind, isFixed, isTaxable: counts, isNiable: counts }
}

export const classifyDeduction = (description: string): DeductionKind =>
  deductionPatterns.find(([pattern]) => pattern.test(description))?.[1] ?? 'other'
