import { labelTuning } from '../tuning/text.ts'

// Vocabulary of bank statements. It is used only to rank hypotheses; arithmetic decides between them.

export type ColumnRole = 'out' | 'in' | 'amount' | 'balance'

/** Patterns for column titles; more specific ones are first. */
const titles: [ColumnRole, RegExp][] = [
  ['balance', /\b(balance|bal|left|running|remaining)\b/i],
  [
    'out',
    /\b(out|withdrawn|withdrawals?|debits?|dr|payments?|paid to|spent|outgoings?|charges|sent|less)\b/i,
  ],
  ['in', /\b(in|deposits?|deposited|credits?|cr|receipts?|received|incomings?|added|lodgements?|lodged)\b/i],
  ['amount', /\b(amount|value|sum|movement|transaction value)\b/i],
]

/** Titles and headings of a credit card's statement: payments reduce the debt, everything else increases it. */
const owedCredits = /\b(payments?|credits?|refunds?|received|repaid|money in|paid in)\b/i
const owedDebits =
  /\b(purchases?|charges?|charged|spent|spending|debits?|cash|advances?|transfers?|fees|interest)\b/i

/** Returns the role of a column according to its title, or null if the title is not recognised. */
export function findColumnRole(title: string, isOwed = false): ColumnRole | null {
  const text = title.replace(/[()£|]/g, ' ')
  if (isOwed && owedCredits.test(text) !== owedDebits.test(text)) return owedCredits.test(text) ? 'in' : 'out'
  if (/\bpaid in\b|\bmoney in\b|\bpayments? in\b|\bcame in\b|\bpay(ing)? in\b/i.test(text)) return 'in'
  if (
    /debits?\s*(\/|and|or|&)\s*credits?|credits?\s*(\/|and|or|&)\s*debits?|\bin\s*\/\s*out\b|\bout\s*\/\s*in\b/i.test(
      text,
    )
  )
    return 'amount'
  return titles.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

export const columnWords =
  /\b(date|day|when|balance|paid|money|amount|debits?|credits?|withdrawn|withdrawals?|deposits?|details?|description|particulars|narrative|transactions?|type|code|payments?|receipts?|in|out|reference|value|who|how|what|where)\b/gi

const titleWord =
  /^\W*(date|day|when|month|balance|bal|paid|money|amount|debits?|credits?|dr|cr|withdrawn|withdrawals?|deposits?|lodgements?|receipts?|payments?|details?|description|particulars|narrative|transactions?|entry|entries|type|typ|code|method|category|in|out|from|to|of|and|or|ref|reference|value|processed|posted|completed|booking|booked|who|how|what|where|payee|merchant|counterparty|status|sort|account|number|no|line|sheet|running|left|gbp|pounds?|sterling|dyddiad|math|manylion|cyfeirnod|swm|arian|allan|i|mewn|balans)?\W*$/i

/** Whether separate cells contain only words of column titles: `Day   Entry   £`. */
export const areTitles = (cells: readonly string[]): boolean =>
  cells.length >= labelTuning.minTitles &&
  cells.every((cell) => cell.split(' ').every((word) => titleWord.test(word))) &&
  cells.some((cell) => /\p{L}{3}/u.test(cell))

/** Labels of account details, which may be printed side by side like column titles. */
export const factTitle =
  /\b(sort[ -]?code|sortcode|iban|bic|customer|branch|holder|currency|account (no|number)|a\/c no|statement (date|no|number|period|for))\b/i

export const detailTitle =
  /\b(details?|description|particulars|narrative|transactions?|what|payee|payer|merchant|shop|about|who|where|memo|entry|text|counterparty|beneficiary|recipient|manylion|paid to|from)\b/i
export const codeTitle =
  /\b(type|typ|code|kind|category|method|cheque|chq|ref|reference|no|number|card|tran|channel|how|via)\b/i
/** Title of a column of codes that contains a word of `detailTitle`: `Transaction type`, `Entry no`. */
export const codeCompound =
  /\b(transactions?|entry|payment) (types?|codes?|kind|category|method|id|identifier|ref(erence)?|no|number)\b/gi
/** Title of the booking date in a table with two date columns. */
export const bookedTitle =
  /\b(process(ed)?|post(ed|ing)?|book(ed|ing)?|entry|entered|cleared|settled|completed)\b/i

export const valueTitle = /\b(value|created|made|effective|initiated)\b/i

export type BalanceMarker = 'opening' | 'closing' | 'brought' | 'carried' | 'total' | 'balance'

const markers: [BalanceMarker, RegExp][] = [
  ['total', /\b(sub-?)?total(s|ling|led)?\b|^sum of\b|\bnet (movement|change)\b/i],
  [
    'brought',
    /\bbrought\s+(forward|fwd|down)\b|\bbalance (forward|fwd|forwarded)\b|^\W*(forward|fwd) balance\b|\bb\/?fwd\b|\bb\s?\/\s?f\b|\bcarried (over|forward) from\b|\bbalance from (the )?(last|previous) page\b/i,
  ],
  ['carried', /\bcarried\s+(forward|fwd|down|over)\b|\bc\/?fwd\b|\bc\s?\/\s?f\b|\bbalance to next page\b/i],
  [
    'opening',
    /\b(opening|start(ing)?|previous|beginning|initial|old)\b.*\bbalance\b|\bbalance\b.*\b(at|on|from)\b.*\b(start|beginning|opening|statement|previous|last)\b|\b(left )?from last (time|statement)\b|\blast statement\b|\bbalance before (all |the )?(these|this period|first|transactions)\b|^\W*(start|beginning) of (the |this )?(day|month|period|statement)\W*$/i,
  ],
  [
    'closing',
    /\b(closing|end(ing)?|new|final|current|latest)\b.*\bbalance\b|\bbalance\b.*\b(at|on)\b.*\b(end|close|closing|finish)\b|\bleft now\b|\bbalance now\b|^\W*balance (of )?this statement\W*$|\bbalance (due|owed|owing) to you\b|^\W*end of (the |this )?(month|period|statement)\W*$/i,
  ],
  [
    'balance',
    /^\W*(your |the |account |daily )?balance\W*$|^\W*(your |the |account |daily )?balance (at|on|as|today|now)\b/i,
  ],
]

/**
 * Returns the meaning of a row without a transaction, such as a balance or total, or null if its wording is unknown.
 */
export function findMarker(text: string): BalanceMarker | null {
  if (text.length > labelTuning.maxMarkerLength) return null
  return markers.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** Wording of a statement without transactions. */
export const nothingHappened =
  /\b(no|nil) ((new|further|account|banking|recorded) )?(transactions?|activity|movements?|entries|payments( in)?|items)\b(?! (fees?|charges?|limits?))|\b(nothing|no money) (was |were |has been |have been |went |came )?(paid |moved |to show|in or out|out or in)|\bdim trafodion\b|\baccount (was|has) not (been )?used\b/i

export type AmountKind = 'opening' | 'closing' | 'in' | 'out'

const amountLabels: [AmountKind, RegExp][] = [
  // Short captions of the first and the last balance are recognised only as a whole.
  [
    'opening',
    /^\W*(opening|opening bal|start|was|before|you had|first balance|money at (the )?start|at the start|where you started|(balance )?(brought (forward|fwd|down|in)|b\/?f(wd)?)|balance carried in|(the )?month opened( at)?|balans (agoriadol|cychwynnol))\W*$/i,
  ],
  [
    'closing',
    /^\W*(closing|closing bal|end|now|after|you (now )?have|last balance|money at (the )?end|at the end|where you (ended|finished)|(balance )?(carried (forward|fwd|down)|c\/?f(wd)?)|balance carried out|(the )?month closed( at)?|balans (terfynol|cau))\W*$/i,
  ],
  [
    'opening',
    /\b(opening|start(ing)?|previous|beginning|initial|old|brought|last)\b.*\b(balance|forward)\b|\bbalance\b.*\b(starts?|started|begins?|began|beginning|brought|last|previous|opening)\b|\bfrom last (time|statement|account)\b|\bbalance before (all |the )?(these|this period|first|transactions)\b|\b(started|began|opened)\b.{0,30}\bwith\b|\bat the (start|beginning)\b.{0,40}\b(stood|was|were|had|held)\b|^\W*(start|beginning) of (the |this )?(month|period|statement)\W*$/i,
  ],
  [
    'closing',
    /\b(closing|end(ing)?|new|final|carried)\b.*\b(balance|forward)\b|\b(finished|ended|closed)\b.{0,30}\bwith\b|\bbalance\b.*\b(ends?|ended|close|closes|closing|carried|finish|finishes|now)\b|\bbalance (due|owed|owing) to you\b|\bleft now\b|\b(it|this) is now$|\bat the end\b.{0,40}\b(stood|was|were|had|held)\b|^\W*end of (the |this )?(month|period|statement)\W*$/i,
  ],
  [
    'in',
    /\b(paid|money|payments?|total|came|sums?|amounts?|coming|pay)\s+(paid\s+)?in\b|\bdeposits?\b|\bcredits?\b|\breceipts?\b|\breceived\b|\bincoming\b|^in$/i,
  ],
  [
    'out',
    /\b(paid|money|payments?|total|went|sums?|amounts?|going)\s+(paid\s+)?out\b|\bwithdraw(n|als?)\b|\bdebits?\b|\boutgoings?\b|\bspent\b|\bspending\b|\bpayments made\b|^out$/i,
  ],
]
/**
 * Whether a caption names a balance only beside its counterpart, as `Was` beside `Now`: `WAS 34.50` alone may be the
 * former price of a purchase.
 */
export const isPairedCaption = (label: string): boolean =>
  /^\W*(start|was|before|end|now|after)\W*$/i.test(label)

const otherAmounts =
  /\b(overdraft|limit|available|interest|rate|charge|fee|average|minimum|maximum|pots?|reward|cashback|protected|up to)\b/i

// A word must end at a separator: if words could follow each other directly, `into` could be read in two ways, and
// the time for a long label would be exponential.
const totalWords =
  /^[\s\u00a3]*((total|totals|sum|value|of|you|your|the|all|in|out|money|paid|payments?|pay|amounts?|sums?|came|went|coming|going|deposits?|credits?|debits?|receipts?|received|incomings?|outgoings?|withdrawn|withdrawals?|spent|spending|made|account|to|from|into|during|this|period|day|week|month|statement|for|gbp|and|&|transfers?|additions)([\s:,.()\u00a3-]+|$))+$/i

/** Labels of the balances of a credit card, beside those of a bank account. */
const owedLabels: [AmountKind, RegExp][] = [
  ['opening', /\b(last|previous|prior|old)\b.*\b(balance|statement|owed)\b|\byou owed\b/i],
  [
    'closing',
    /\b(statement|current|outstanding|total|new) balance\b|\b(amount|balance|total|what) (you )?(now )?ow(e|ed|ing)\b|^\W*(your )?balance\W*$|\bbalance (on|at|as at)\b/i,
  ],
]

/** Returns the kind of a labelled amount in a summary, or null for all other amounts. */
export function classifyAmountLabel(label: string, isOwed = false): AmountKind | null {
  if (otherAmounts.test(label) || label.length > labelTuning.maxLabelLength) return null
  const owed = isOwed ? owedLabels : []
  const kind = [...owed, ...amountLabels].find(([, pattern]) => pattern.test(label))?.[0] ?? null
  // Totals have generic labels. A label that contains other words is a description.
  return (kind === 'in' || kind === 'out') && !totalWords.test(label) ? null : kind
}

const incoming =
  /\b(paid in|money in|payments? in|into|deposits?|credits?|receipts?|received|incomings?|came in|coming in|income)\b/i
const outgoing =
  /\b(paid out|money out|payments? out|payments?|withdrawals?|withdrawn|debits?|outgoings?|went out|spent|spending|charges|fees|cheques|standing orders|subtractions?|purchases|bills|subscriptions|sent|going out|cash machines?|cards?|shopping)\b/i

const headingWords =
  /^((your|the|my|all|other|of|to|from|into|and|&|for|this|month|account|money|sums?|amounts?|transactions?|activity|details|list|summary|continued|cont|paid|payments?|pay|in|out|coming|going|came|went|deposits?|additions|credits?|receipts?|received|incomings?|income|made|withdrawals?|withdrawn|debits?|direct|cards?|outgoings?|spent|spending|charges|fees|cheques|standing|orders?|transfers?|cash|online|telephone|mobile|electronic|banking|interest|corrections?|adjustments?|atms?|machines?|people|shops?|shopping|everyday|used|where|subtractions?|regular|contactless|purchases?|chip|pin|faster|bills?|automated|automatic|counter|branch|bacs|chaps|giro|cheque|items?|sent|you|by|internet|incoming|outgoing|withdrawal|presented|issued|drawn|sundry|miscellaneous|subscriptions?|international|overseas|bank|wrote|written|at|with|through|via|deposited|withdrew)([\s:,.()-]+|$))+$/i

const welshIncoming =
  /^((taliadau|taliad|arian|credydau|derbyniadau|adneuon|trosglwyddiadau|llog|cyflog|eich|a|ac|y|yr|i|dderbyniwyd|wedi'u|derbyn)([\s:,.-]+|$))*(mewn|credydau|derbyniadau|adneuon|derbyniwyd)$/i
const welshOutgoing =
  /^((taliadau|taliad|arian|debydau|uniongyrchol|archebion|sefydlog|cerdyn|trosglwyddiadau|codi|tynnu|parod|eich|a|ac|y|yr|o|ffioedd|sieciau|peiriant)([\s:,.-]+|$))*(allan|debydau|uniongyrchol|sefydlog|cerdyn|parod|ffioedd|sieciau)$/i

/** Returns the direction of the rows below a section heading of a credit card's statement. */
export function findOwedDirection(heading: string): 'in' | 'out' {
  return owedCredits.test(heading) && !owedDebits.test(heading) ? 'in' : 'out'
}

/**
 * Returns the direction of the rows below a section heading. Headings contain only generic words and no names. A
 * bilingual heading says the same twice: `Taliadau i mewn / Payments in`.
 */
export function findDirection(printed: string): 'in' | 'out' | null {
  const directions = printed
    .split(/ [/|\u00b7\u2013-] | (?=\(\p{Lu}[^)]*\)$)/u)
    .map((part) => findDirectionOfPart(part.replace(/^\((.*)\)$/, '$1')))
    .filter((direction) => direction !== null)
  return new Set(directions).size === 1 ? (directions[0] ?? null) : null
}

function findDirectionOfPart(printed: string): 'in' | 'out' | null {
  // A heading may count its rows: `Payments received (10)`.
  const heading = printed.replace(/\s*[([]?\d+[)\]]?( (items?|transactions?|entries|payments?))?[)\]]?$/i, '')
  if (welshIncoming.test(heading)) return 'in'
  if (welshOutgoing.test(heading)) return 'out'
  if (!headingWords.test(heading)) return null
  if (incoming.test(heading)) return 'in'
  return outgoing.test(heading) ? 'out' : null
}

/**
 * Words in a description that suggest money in. They are only used if nothing else shows the direction, and are never
 * proof.
 */
export const creditWords =
  /\b(salary|wages|payroll|credit|cr|bgc|fpi|giro|refund|interest (paid|earned)|(gross|net) interest|deposit|received|from|cashback|pension|dividend|hmrc|payment in|pay in|transfer in|reversal)\b/i
