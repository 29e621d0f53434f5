import { taxYearOf } from '../../vocabulary/days.ts'
import { decimalOf } from '../../vocabulary/money.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import {
  composeDeductions,
  composeEarnings,
  type DeductionKind,
  type DeductionLine,
} from '../../vocabulary/payslip-figures.ts'
import type { ExtractionMethod, PayslipReading, Provenance, ValueSource } from '../document.ts'
import { listConfirmedKinds } from './arithmetic/cross-checks.ts'
import { inferPayFrequency } from './arithmetic/pay-frequency.ts'
import type { PayslipFields } from './extract-fields.ts'
import { parseAddress } from './facts/address.ts'
import type { PrintedFrequency } from './facts/frequency.ts'
import { formatTaxCode, type PayslipPeriod } from './facts/period.ts'
import { toDeduction, toEarnings } from './table/pay-lines.ts'
import type { PayAmount, PayLine } from './table/solver/pay-solution.ts'
import type { StatedAmount, YearToDateKind } from './table/stated-amounts.ts'
import { locatePieces, type PayslipLine, type TextPiece } from './text/lines.ts'
import { joinParagraphs } from './text/paragraphs.ts'
import { parseDay, parseLeadingDay } from './text/values.ts'

/** Converts the fields into the schema of the API and records where each value was read. */
export function buildSubmission(fields: PayslipFields): {
  submission: PayslipReading
  provenance: Provenance
} {
  const { figures, identity, period } = fields
  const recorder = createRecorder()
  const { record, recordFact, recordAmount } = recorder
  const address = buildAddress(fields, recorder)
  const isGrossPrinted = figures.gross?.isPrinted || figures.earningLines.length === 1
  const gross = recordAmount('earnings.gross_pay', isGrossPrinted ? figures.gross : null, figures.netAddsUp)
  const net = recordAmount('earnings.net_pay', figures.net, figures.netAddsUp)
  const printedTotal = figures.totalDeductions?.isPrinted ? figures.totalDeductions : null
  const total = recordAmount('deductions.total_deductions', printedTotal, figures.netAddsUp)
  const earningLines = listEarnings(fields)
  for (const [n, line] of earningLines.entries())
    recordLine(recorder, `earnings.earning_elements.${n}`, line, figures.earningsAddUp)
  for (const [n, line] of figures.deductionLines.entries())
    recordLine(recorder, `deductions.deductions_elements.${n}`, line, figures.deductionsAddUp)

  const earnings = withPrintedPartsOnly(
    composeEarnings(toEarnings(earningLines), {
      gross: figures.gross?.pence ?? null,
      net,
      yearToDate: buildYearToDate(fields, recorder),
    }),
    earningLines,
  )
  // The sum of several earnings lines is not printed.
  if (gross === null) earnings.gross_pay = null
  for (const part of ['base_salary', 'bonus', 'fixed_pay_total', 'variable_pay_total'] as const)
    if (earnings[part] !== null)
      record(
        `${income}.earnings.${part}`,
        earningLines.map(({ cell }) => cell.piece),
        'likely',
        'computed',
      )
  const frequency = readFrequency(fields, recorder)
  const taxCode = fields.taxCode
    ? formatTaxCode(fields.taxCode.code, fields.taxCode.basis, { ...period, frequency })
    : null
  const director = findDirectorAnswer(fields)

  return {
    provenance: recorder.provenance,
    submission: {
      identity_information: {
        name: recordFact('identity_information.name', identity.name, identity.name?.text ?? null),
        date_of_birth: readDay(fields, recorder, 'identity_information.date_of_birth', 'birthDate'),
        address,
        email: null,
        phone: null,
        NI_number: recordFact(
          'identity_information.NI_number',
          fields.niNumber,
          fields.niNumber?.value ?? null,
        ),
      },
      employment_information: {
        employer_name: recordFact(
          'employment_information.employer_name',
          identity.employer,
          identity.employer?.text ?? null,
        ),
        role: recordFact('employment_information.role', identity.role, identity.role?.text ?? null),
        type: readEmploymentType(fields, recorder),
        start_date: readDay(fields, recorder, 'employment_information.start_date', 'startDate'),
        leave_date: readDay(fields, recorder, 'employment_information.leave_date', 'leaveDate'),
        employer_tax_reference: recordFact(
          'employment_information.employer_tax_reference',
          fields.payeReference,
          fields.payeReference?.value ?? null,
        ),
        is_director: recordFact('employment_information.is_director', director, director?.value ?? null),
      },
      income_information: {
        pay_date: recordFact(`${income}.pay_date`, period.payDate, period.payDate?.day ?? null),
        pay_interval_start: recordFact(
          `${income}.pay_interval_start`,
          period.start,
          period.start?.day ?? null,
        ),
        pay_interval_end: recordFact(`${income}.pay_interval_end`, period.end, period.end?.day ?? null),
        pay_frequency: frequency?.value ?? null,
        tax_code: recordFact(`${income}.tax_code`, fields.taxCode, taxCode),
        earnings,
        deductions: buildDeductions(fields, total, recorder),
      },
    },
  }
}

const income = 'income_information'

/**
 * Returns the earnings lines. If a payslip has only a gross pay and deductions, the gross pay is its only earning,
 * which does not verify the payslip.
 */
function listEarnings({ figures, rows }: PayslipFields): PayLine[] {
  const { gross, earningLines, deductionLines, netAddsUp, deductionsAddUp } = figures
  const deductions = new Set(deductionLines.map(({ row }) => row.label.text))
  const others = rows.filter(({ isTotalOrMemo, label }) => !isTotalOrMemo && !deductions.has(label.text))
  if (earningLines.length > 0 || others.length > 0 || !netAddsUp || !deductionsAddUp) return earningLines
  const grossRows = rows.filter(({ amounts }) => amounts.some(({ piece }) => gross?.at.includes(piece)))
  const [row, ...repeated] = grossRows
  const [cell] = row?.amounts ?? []
  return gross?.isPrinted && row && cell && repeated.length === 0 ? [{ row, cell, pence: gross.pence }] : []
}

type Earnings = PayslipReading['income_information']['earnings']

/**
 * Sets parts of the pay that have no line of their own to null. They are not printed, which is different from zero.
 */
function withPrintedPartsOnly(earnings: Earnings, lines: PayLine[]): Earnings {
  const kinds = new Set(toEarnings(lines).map(({ kind }) => kind))
  return {
    ...earnings,
    base_salary: kinds.has('basic') ? earnings.base_salary : null,
    bonus: kinds.has('bonus') ? earnings.bonus : null,
  }
}

type Recorder = ReturnType<typeof createRecorder>

function createRecorder() {
  const provenance: Provenance = {}

  function record(
    path: string,
    at: TextPiece[],
    confidence: ValueSource['confidence'],
    method: ExtractionMethod = methodOf(at),
  ) {
    provenance[path] = { place: locatePieces(...at), method, confidence }
  }

  /** Records the source of a value and returns the value, so that callers can record and assign in one expression. */
  function recordFact<T>(
    path: string,
    source: { at: TextPiece[]; isSure?: boolean; isLabelled?: boolean } | null,
    value: T,
  ): T {
    const isLikely = source?.isSure === false || source?.isLabelled === false
    if (source && value !== null) record(path, source.at, isLikely ? 'likely' : 'printed')
    return value
  }

  function recordAmount(path: string, amount: PayAmount | null, isProven: boolean): number | null {
    if (amount)
      record(
        `${income}.${path}`,
        amount.isPrinted ? amount.at.slice(0, 1) : amount.at,
        isProven ? 'proven' : 'printed',
        amount.isPrinted ? undefined : 'computed',
      )
    return amount?.pence ?? null
  }

  return { provenance, record, recordFact, recordAmount }
}

const methodOf = (at: TextPiece[]): ExtractionMethod =>
  at.some(({ words }) => words.some(({ certainty }) => certainty !== undefined)) ? 'ocr' : 'text'

function recordLine({ record }: Recorder, path: string, { row, cell }: PayLine, addsUp: boolean) {
  record(`${income}.${path}.description`, [row.label], 'printed')
  record(`${income}.${path}.amount`, [cell.piece], addsUp ? 'proven' : 'likely')
  if (row.quantity) record(`${income}.${path}.quantity`, [row.quantity], 'printed')
  if (row.rate) record(`${income}.${path}.rate`, [row.rate], 'printed')
}

function buildYearToDate(fields: PayslipFields, { record }: Recorder) {
  const { year, period } = fields
  const confirmed = listConfirmedKinds(fields)
  const path = `${income}.earnings.year_to_date`
  const read = (field: string, kind: YearToDateKind) => {
    const { value, isContradicted } = year[kind]
    const confidence = isContradicted ? 'doubtful' : confirmed.has(kind) ? 'proven' : 'printed'
    if (value) record(`${path}.${field}`, value.at.slice(0, 1), confidence)
    return value ? decimalOf(value.pence) : null
  }
  const amounts = {
    gross_pay: read('gross_pay', 'gross'),
    net_pay: read('net_pay', 'net'),
    total_tax_paid: read('total_tax_paid', 'tax'),
    total_ni_paid: read('total_ni_paid', 'ni'),
    total_taxable_earnings: read('total_taxable_earnings', 'taxable'),
  }
  if (Object.values(amounts).every((amount) => amount === null)) return null
  const tax_year = period.taxYear?.value ?? (period.payDate ? taxYearOf(period.payDate.day) : null)
  if (period.taxYear) record(`${path}.tax_year`, period.taxYear.at, 'printed')
  else if (tax_year !== null) record(`${path}.tax_year`, period.payDate?.at ?? [], 'likely', 'computed')
  return { ...amounts, tax_year }
}

function buildAddress({ identity }: PayslipFields, { record }: Recorder) {
  const address = identity.address ? parseAddress(identity.address, identity.employer?.text) : null
  for (const [part, text] of Object.entries(address ?? {}))
    if (text !== null)
      record(`identity_information.address.${part}`, identity.address?.lines ?? [], 'printed')
  return address
}

const startOfEmployment =
  /\b(?:engaged|employed|in post|with us|continuous service|colleague|employee|member of (?:staff|the team)|started|joined)(?: by us| us)? (?:since|from|on) /gi

/** Finds the start of the employment in a sentence: `engaged since 23 September 2024`. */
function findStartInSentences(lines: PayslipLine[]): { value: string; at: TextPiece[] } | undefined {
  for (const { text, pieces } of joinParagraphs(lines))
    for (const { index, 0: words } of text.matchAll(startOfEmployment)) {
      const day = parseLeadingDay(text.slice(index + words.length))?.day
      if (day)
        return { value: day, at: pieces.filter((piece) => piece.text.includes(words.trim())).slice(0, 1) }
    }
  return undefined
}

/** Reads a date unless the same printed date is already used as the start or end of the pay period. */
function readDay(
  { facts, period, lines }: PayslipFields,
  { recordFact }: Recorder,
  path: string,
  fact: 'birthDate' | 'startDate' | 'leaveDate',
) {
  const [labelled] = facts.readAll(fact, parseDay)
  const match = labelled ?? (fact === 'startDate' ? findStartInSentences(lines) : undefined)
  const ofPeriod = new Set([period.start, period.end].flatMap((day) => day?.at ?? []))
  const isFree = match && !match.at.some((piece) => ofPeriod.has(piece))
  return isFree ? recordFact(path, match, inCentury(match.value, fact, period)) : null
}

/** Youngest age of employees, in years. */
const minAge = 13

/**
 * Corrects the century of a birth date such as `14-MAR-45`, and of a start date that would be after the pay date. The parser reads
 * two-digit years before 60 as those of this century.
 */
function inCentury(
  day: Day,
  fact: 'birthDate' | 'startDate' | 'leaveDate',
  { payDate, end }: PayslipPeriod,
): Day {
  const paid = payDate?.day ?? end?.day
  const year = Number(day.slice(0, 4))
  const lastYear = Number(paid?.slice(0, 4)) - (fact === 'birthDate' ? minAge : 0)
  const isTooLate = fact === 'birthDate' ? year > lastYear : fact === 'startDate' && year > lastYear + 1
  return isTooLate ? `${year - 100}${day.slice(4)}` : day
}

/** Returns the printed pay frequency. If none is printed, returns the one that follows from the rest of the payslip. */
function readFrequency(fields: PayslipFields, { record, recordFact }: Recorder): PrintedFrequency | null {
  const path = `${income}.pay_frequency`
  const { frequency: printed } = fields.period
  if (printed) return recordFact(path, printed, printed)
  const inferred = inferPayFrequency(fields)
  if (inferred) record(path, inferred.at, 'likely', 'computed')
  return inferred
}

type EmploymentType = NonNullable<PayslipReading['employment_information']['type']>

const employmentTypeFormats: [RegExp, EmploymentType][] = [
  [/^full[ -]?time|^permanent full/i, 'full_time'],
  [/^part[ -]?time|^permanent part/i, 'part_time'],
  [/^(temporary|temp|casual|agency|seasonal)\b/i, 'temporary'],
  [/^(fixed[ -]term|contract|contractor)\b/i, 'contract'],
  [/^zero[ -]?hours?/i, 'zero_hours'],
]

function readEmploymentType({ facts }: PayslipFields, { recordFact }: Recorder): EmploymentType | null {
  const [match] = facts.readAll(
    'employmentType',
    (text) => employmentTypeFormats.find(([format]) => format.test(text))?.[1] ?? null,
  )
  return match ? recordFact('employment_information.type', match, match.value) : null
}

/** Reads the answer in `Director: Yes`. Without an answer, `Director` is a job title. */
function findDirectorAnswer({ lines }: PayslipFields): { value: boolean; at: TextPiece[] } | null {
  for (const { pieces } of lines)
    for (const [n, piece] of pieces.entries()) {
      const text = `${piece.text} ${pieces[n + 1]?.text ?? ''}`
      const answer = /^(?:is )?(?:company )?director(?: status)? ?[:?]? (yes|no|y|n)\b/i.exec(text)?.[1]
      if (answer) return { value: /^y/i.test(answer), at: [piece] }
    }
  return null
}

type Deductions = PayslipReading['income_information']['deductions']

/**
 * Builds the deductions. A kind without a line of its own is taken from a summary that states it. A kind that is not
 * printed at all is null, not zero.
 */
function buildDeductions(
  { figures, stated }: PayslipFields,
  total: number | null,
  { record }: Recorder,
): Deductions {
  const { deductionLines, deductionsAddUp } = figures
  const deductions: DeductionLine[] = deductionLines.map(toDeduction)
  const summed = composeDeductions(deductions, total ?? 0)
  const readKind = (field: keyof Deductions, kinds: DeductionKind[], summary?: StatedAmount) => {
    const path = `${income}.deductions.${field}`
    const lines = deductionLines.filter((_, n) => kinds.includes(deductions[n]?.kind ?? 'other'))
    if (lines.length === 0) {
      const value = summary?.value ?? null
      if (value) record(path, value.at.slice(0, 1), 'printed')
      return value ? decimalOf(value.pence) : null
    }
    record(
      path,
      lines.map(({ cell }) => cell.piece),
      deductionsAddUp ? 'proven' : 'likely',
      lines.length === 1 ? undefined : 'computed',
    )
    return decimalOf(lines.reduce((sum, { pence }) => sum + pence, 0))
  }
  return {
    ...summed,
    income_tax: readKind('income_tax', ['income_tax'], stated.tax),
    employee_ni: readKind('employee_ni', ['national_insurance'], stated.ni),
    employee_pension: readKind('employee_pension', ['pension'], stated.pension),
    loan_deductions: readKind('loan_deductions', ['student_loan', 'postgraduate_loan']),
    total_deductions: total === null ? null : summed.total_deductions,
  }
}
