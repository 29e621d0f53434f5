import type { DocumentReading } from '../../src/extraction/document.ts'
import { isAmountOrDate, isAnySame, isEmpty, isSame, type Json, valueAt } from './matching.ts'

/** The answer to one document of the corpus; README.md describes the fields. */
export type CorpusAnswer = {
  name: string
  kind: 'bank_statement' | 'card_statement' | 'payslip' | 'other'
  layout: string
  producer: string
  expected: { [key: string]: Json }
  /** Further values that are as good, by path. */
  accept?: Record<string, Json[]>
}

export type DocumentScore = {
  name: string
  layout: string
  kind: CorpusAnswer['kind']
  /** Every field and every transaction right; for other documents: refused. */
  isRight: boolean
  /** Every date, balance, amount of this period and transaction amount right. */
  isMoneyExact: boolean
  /** Wrong values in an answer without warnings and with trust High. */
  isSilent: boolean
  isRefused: boolean
  isAccused: boolean
  isFlagged: boolean
  isCertified: boolean
  /** Certified although a value is wrong. */
  isWronglyCertified: boolean
  fields: number
  fieldsRight: number
  wrong: number
  wrongMoney: number
  transactionsExpected: number
  transactionsFound: number
  /** Right in date, amount and description. */
  transactionsRight: number
  /** Right in date and amount. */
  transactionsRightInMoney: number
  pages: number
  cpuSeconds: number
  /** One line for each difference. */
  differences: string[]
}

type Element = { [key: string]: Json }
type Submission = { [key: string]: Json } | null
type Tally = DocumentScore & { moneyMissed: number }

const lists = new Set(['transactions', 'earning_elements', 'deductions_elements'])
const controlFields = new Set(['rejected', 'rejected_or_flagged', 'bank_statement_probability_max'])

export function scoreDocument(answer: CorpusAnswer, reading: DocumentReading): DocumentScore {
  const isRefused = isNotRead(answer, reading)
  const tally = createTally(answer, reading)
  const submission = isRefused ? null : (reading.submission as Submission)
  if (answer.kind === 'other') scoreOther(answer, reading, tally)
  else {
    scoreFields(answer, submission, reading, tally)
    scoreElements(answer, submission, tally)
    scoreTransactions(answer, submission, tally)
    const { transactionsExpected: expected } = tally
    const hasEveryRow = tally.transactionsFound === expected
    tally.isRight =
      submission !== null &&
      tally.fieldsRight === tally.fields &&
      tally.transactionsRight === expected &&
      hasEveryRow
    tally.isMoneyExact =
      submission !== null &&
      tally.moneyMissed === 0 &&
      tally.transactionsRightInMoney === expected &&
      hasEveryRow
    tally.isSilent = submission !== null && !tally.isFlagged && tally.wrong > 0
    tally.isWronglyCertified = tally.isCertified && tally.wrong > 0
    if (isRefused) tally.differences = [`refused: ${reading.reason ?? reading.kind}`]
    else if (submission === null) tally.differences = [`recognised, not read: ${reading.reason ?? ''}`]
  }
  const { moneyMissed, ...score } = tally
  return score
}

/**
 * Whether the document was taken for neither a bank statement nor a payslip. A card statement must be read as one; among
 * documents of other kinds, being read as a card statement is no error.
 */
const isNotRead = ({ kind: expected }: CorpusAnswer, { kind }: DocumentReading): boolean =>
  expected === 'card_statement' ? kind !== 'card_statement' : kind !== 'bank_statement' && kind !== 'payslip'

function createTally(answer: CorpusAnswer, reading: DocumentReading): Tally {
  const { name, layout, kind } = answer
  const serious = reading.findings.filter(({ severity }) => severity === 'high' || severity === 'medium')
  return {
    name,
    layout,
    kind,
    isRight: false,
    isMoneyExact: false,
    isSilent: false,
    isRefused: isNotRead(answer, reading),
    isAccused: reading.trust_score === 'Low' || serious.some(({ severity }) => severity === 'high'),
    isFlagged: reading.warnings.length + serious.length > 0 || reading.trust_score !== 'High',
    isCertified: reading.verified,
    isWronglyCertified: false,
    fields: 0,
    fieldsRight: 0,
    wrong: 0,
    wrongMoney: 0,
    transactionsExpected: 0,
    transactionsFound: 0,
    transactionsRight: 0,
    transactionsRightInMoney: 0,
    pages: reading.pages.length,
    cpuSeconds: 0,
    differences: [],
    moneyMissed: 0,
  }
}

function scoreOther({ expected }: CorpusAnswer, reading: DocumentReading, tally: Tally) {
  const submission = reading.submission as Submission
  const claims = ((valueAt(submission, 'transactions') as Json[] | undefined)?.length ?? 0) > 0
  const claimsPay = ['gross_pay', 'net_pay'].some(
    (name) => !isEmpty(valueAt(submission, `income_information.earnings.${name}`)),
  )
  const isUnlikely = reading.bank_statement_probability < Number(expected.bank_statement_probability_max)
  tally.isRight = tally.isRefused || (!claims && !claimsPay && isUnlikely)
  tally.isSilent = !tally.isRight && !tally.isFlagged
  tally.isWronglyCertified = !tally.isRight && tally.isCertified
  if (!tally.isRight) tally.differences.push(`not refused: read as ${reading.kind}`)
}

function note(tally: Tally, verdict: 'right' | 'wrong' | 'missed', path: string, want?: Json, found?: Json) {
  tally.fields += 1
  if (verdict === 'right') {
    tally.fieldsRight += 1
    return
  }
  if (isAmountOrDate(path) && !path.includes('elements')) tally.moneyMissed += 1
  if (verdict === 'wrong') {
    tally.wrong += 1
    if (isAmountOrDate(path)) tally.wrongMoney += 1
  }
  tally.differences.push(
    `${verdict} ${path}: expected ${JSON.stringify(want)}, got ${JSON.stringify(found ?? null)}`,
  )
}

function scoreFields(answer: CorpusAnswer, submission: Submission, reading: DocumentReading, tally: Tally) {
  for (const path of listLeaves(answer.expected)) {
    const want = valueAt(answer.expected, path)
    const found = valueAt(submission, path)
    if (submission === null) note(tally, 'missed', path, want, found)
    else if (isAnySame(path, found, [want, ...(answer.accept?.[path] ?? [])])) note(tally, 'right', path)
    else note(tally, isEmpty(found) ? 'missed' : 'wrong', path, want, found)
  }
  if (answer.kind !== 'bank_statement' || submission === null) return
  const probability = reading.bank_statement_probability
  note(tally, probability >= 0.5 ? 'right' : 'wrong', 'bank_statement_probability', '>= 0.5', probability)
}

/** Dotted paths of all values outside lists. */
function listLeaves(value: { [key: string]: Json }, prefix = ''): string[] {
  return Object.entries(value).flatMap(([key, child]) => {
    if (lists.has(key) || (prefix === '' && controlFields.has(key))) return []
    const path = prefix ? `${prefix}.${key}` : key
    return child !== null && typeof child === 'object'
      ? listLeaves(child as { [key: string]: Json }, path)
      : [path]
  })
}

/**
 * Returns the expected elements of a list, or undefined if the list is not scored. Alternatives such as
 * `transactions.3.date` in `accept` are added to the element as `date_accept`.
 */
function listWanted({ expected, accept }: Pick<CorpusAnswer, 'expected' | 'accept'>, path: string) {
  const wanted = valueAt(expected, path) as Element[] | undefined
  const alternatives = Object.entries(accept ?? {}).filter(([name]) => name.startsWith(`${path}.`))
  return wanted?.map((element, n) => {
    const ofElement = alternatives.flatMap(([name, values]) => {
      const [index, key = ''] = name.slice(path.length + 1).split('.')
      return index === String(n) ? [[`${key}_accept`, [...listAccepted(element, key), ...values]]] : []
    })
    return { ...element, ...Object.fromEntries(ofElement) } as Element
  })
}

const listAccepted = (want: Element, key: string): Json[] =>
  (want[`${key}_accept`] as Json[] | undefined) ?? [want[key] as Json]

function scoreElements({ expected, accept }: CorpusAnswer, submission: Submission, tally: Tally) {
  for (const list of ['earning_elements', 'deductions_elements']) {
    const path = `income_information.${list === 'earning_elements' ? 'earnings' : 'deductions'}.${list}`
    const wanted = listWanted({ expected, accept }, path)
    if (!wanted) continue
    const found = [...((valueAt(submission, path) as Element[] | undefined) ?? [])]
    const isSameIn = (key: string, match: Element, want: Element) =>
      isAnySame(key, match[key], listAccepted(want, key))
    const unmatched: Element[] = []
    for (const want of wanted) {
      const match = take(found, (it) => isSameIn('amount', it, want) && isSameIn('description', it, want))
      if (!match) unmatched.push(want)
      else {
        note(tally, 'right', list)
        scoreDetails(list, want, match, tally)
      }
    }
    for (const want of unmatched) {
      const match =
        take(found, (it) => isSameIn('amount', it, want)) ??
        take(found, (it) => isSameIn('description', it, want))
      if (!match) {
        note(tally, 'missed', list, want)
        continue
      }
      const wrongPart = isSameIn('amount', match, want) ? 'description' : 'amount'
      note(tally, 'wrong', `${list}.${wrongPart}`, want, match)
      scoreDetails(list, want, match, tally)
    }
    for (const extra of found) {
      // Tax and NI may be listed as deductions or not.
      const isStatutory =
        list === 'deductions_elements' &&
        ['income_tax', 'employee_ni'].some((name) =>
          isSame('amount', extra.amount, valueAt(expected, `income_information.deductions.${name}`)),
        )
      if (!isStatutory) note(tally, 'wrong', `${list}.amount`, null, extra)
    }
  }
}

function scoreDetails(list: string, want: Element, match: Element, tally: Tally) {
  for (const key of ['quantity', 'rate']) {
    if (want[key] === undefined) continue
    const isRight = isAnySame(key, match[key], listAccepted(want, key))
    const verdict = isRight ? 'right' : isEmpty(match[key]) ? 'missed' : 'wrong'
    note(tally, verdict, `${list}.${key}`, want[key], match[key])
  }
}

function scoreTransactions({ expected, accept }: CorpusAnswer, submission: Submission, tally: Tally) {
  const wanted = listWanted({ expected, accept }, 'transactions')
  if (!wanted) return
  const found = [...((submission?.transactions as Element[] | undefined) ?? [])]
  tally.transactionsExpected += wanted.length
  tally.transactionsFound += found.length
  const withoutText: Element[] = []
  for (const want of wanted) {
    const match = take(found, (it) => hasMoneyOf(want, it) && hasTextOf(want, it))
    if (!match) withoutText.push(want)
    else {
      tally.transactionsRight += 1
      tally.transactionsRightInMoney += 1
      scoreType(want, match, tally)
    }
  }
  const lost: Element[] = []
  for (const want of withoutText) {
    const match = take(found, (it) => hasMoneyOf(want, it))
    if (!match) lost.push(want)
    else {
      tally.transactionsRightInMoney += 1
      scoreType(want, match, tally)
      tally.wrong += 1
      tally.differences.push(
        `description of ${want.date} ${want.amount}: expected ${JSON.stringify(want.description)}, got ${JSON.stringify(match.description ?? null)}`,
      )
    }
  }
  const describe = ({ date, amount, description }: Element) => `${date} ${amount} ${description}`
  tally.differences.push(...lost.map((want) => `lost transaction ${describe(want)}`))
  tally.differences.push(...found.map((extra) => `invented transaction ${describe(extra)}`))
  if (submission === null) return
  tally.wrong += lost.length + found.length
  tally.wrongMoney += lost.length + found.length
}

const hasMoneyOf = (want: Element, match: Element) =>
  isSame('amount', match.amount, want.amount) && isAnySame('.date', match.date, listAccepted(want, 'date'))

const hasTextOf = (want: Element, match: Element) =>
  isAnySame('description', match.description, listAccepted(want, 'description'))

function scoreType(want: Element, match: Element, tally: Tally) {
  tally.fields += 1
  if (isSame('type', match.type, want.type)) tally.fieldsRight += 1
  else {
    if (!isEmpty(match.type)) tally.wrong += 1
    tally.differences.push(`type of ${want.date} ${want.amount}: got ${JSON.stringify(match.type ?? null)}`)
  }
}

/** Removes and returns the first match. */
function take<T>(items: T[], isMatch: (item: T) => boolean): T | undefined {
  const index = items.findIndex(isMatch)
  return index < 0 ? undefined : items.splice(index, 1)[0]
}
