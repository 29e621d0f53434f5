import { decimalOf } from '../../vocabulary/money.ts'
import {
  type Deduction,
  type DeductionWord,
  deductionsOf,
  earningsOf,
  taxYearOf,
} from '../../vocabulary/payslip-figures.ts'
import type { Method, PaperPayslip, Provenance, Source } from '../document.ts'
import { addressIn } from './facts/address.ts'
import type { Found } from './facts/labelled-facts.ts'
import { taxCodeText } from './facts/period.ts'
import type { Gathered } from './extract-fields.ts'
import { deductionLine, earningLine } from './table/pay-lines.ts'
import type { Value } from './table/figures.ts'
import type { Stated } from './table/stated-amounts.ts'
import { type Piece, placeOf } from './text/lines.ts'
import { dayIn } from './text/values.ts'

type Written = { submission: PaperPayslip; provenance: Provenance }

/** What was read, in the words of the interface, with the place of every value. */
export function submissionOf(read: Gathered): Written {
  const { figures, identity, period, year } = read
  const provenance: Provenance = {}
  const note = (path: string, at: Piece[], confidence: Source['confidence'], method?: Method) => {
    provenance[path] = { place: placeOf(...at), method: method ?? methodOf(at), confidence }
  }
  const fact = <T>(
    path: string,
    found: { at: Piece[]; isSure?: boolean; isLabelled?: boolean } | null,
    value: T,
  ): T => {
    if (found && value !== null)
      note(path, found.at, found.isSure === false || found.isLabelled === false ? 'likely' : 'printed')
    return value
  }
  const used = new Set([period.start, period.end].flatMap((dated) => dated?.at ?? []))
  const day = (path: string, name: 'birthDate' | 'startDate' | 'leaveDate') => {
    const [found] = read.facts.all(name, dayIn)
    return found && !found.at.some((piece) => used.has(piece)) ? fact(path, found, found.value) : null
  }
  const income = 'income_information'
  const sum = (path: string, value: Value | null, isProven: boolean) => {
    if (value)
      note(
        `${income}.${path}`,
        value.isPrinted ? value.at.slice(0, 1) : value.at,
        isProven ? 'proven' : 'printed',
        value.isPrinted ? undefined : 'computed',
      )
    return value?.pence ?? null
  }
  const stated = (path: string, { value, isContradicted }: Stated) => {
    if (value)
      note(
        `${income}.earnings.year_to_date.${path}`,
        value.at.slice(0, 1),
        isContradicted ? 'doubtful' : 'printed',
      )
    return value ? decimalOf(value.pence) : null
  }

  const address = identity.address ? addressIn(identity.address) : null
  if (address && identity.address)
    for (const [part, text] of Object.entries(address))
      if (text !== null) note(`identity_information.address.${part}`, identity.address.lines, 'printed')

  const isProven = figures.closes
  const gross = sum('earnings.gross_pay', figures.gross, isProven)
  const net = sum('earnings.net_pay', figures.net, isProven)
  const total = sum('deductions.total_deductions', figures.deductions, isProven)
  for (const [n, { row, cell }] of figures.earnings.entries())
    noteElement(note, `${income}.earnings.earning_elements.${n}`, row, cell.piece, figures.earningsAdd)
  for (const [n, { row, cell }] of figures.taken.entries())
    noteElement(note, `${income}.deductions.deductions_elements.${n}`, row, cell.piece, figures.takenAdd)

  const yearToDate = {
    gross_pay: stated('gross_pay', year.gross),
    net_pay: stated('net_pay', year.net),
    total_tax_paid: stated('total_tax_paid', year.tax),
    total_ni_paid: stated('total_ni_paid', year.ni),
    total_taxable_earnings: stated('total_taxable_earnings', year.taxable),
  }
  const hasYear = Object.values(yearToDate).some((value) => value !== null)
  const taxYear = period.taxYear?.value ?? (period.payDate ? taxYearOf(period.payDate.day) : null)
  if (hasYear && taxYear !== null)
    note(
      `${income}.earnings.year_to_date.tax_year`,
      period.taxYear?.at ?? period.payDate?.at ?? [],
      period.taxYear ? 'printed' : 'likely',
      period.taxYear ? undefined : 'computed',
    )

  const taxCode = read.taxCode ? taxCodeText(read.taxCode.code, read.taxCode.basis, period) : null
  const earnings = earningsOf(figures.earnings.map(earningLine), {
    gross,
    net,
    yearToDate: hasYear ? { ...yearToDate, tax_year: taxYear } : null,
  })
  for (const part of ['base_salary', 'bonus', 'fixed_pay_total', 'variable_pay_total'] as const)
    if (earnings[part] !== null)
      note(
        `${income}.earnings.${part}`,
        figures.earnings.map(({ cell }) => cell.piece),
        'likely',
        'computed',
      )

  return {
    provenance,
    submission: {
      identity_information: {
        name: fact('identity_information.name', identity.name, identity.name?.text ?? null),
        date_of_birth: day('identity_information.date_of_birth', 'birthDate'),
        address: address,
        email: null,
        phone: null,
        NI_number: fact('identity_information.NI_number', read.niNumber, read.niNumber?.value ?? null),
      },
      employment_information: {
        employer_name: fact(
          'employment_information.employer_name',
          identity.employer,
          identity.employer?.text ?? null,
        ),
        role: fact('employment_information.role', identity.role, identity.role?.text ?? null),
        type: typeOf(read, (found) => fact('employment_information.type', found, found.value)),
        start_date: day('employment_information.start_date', 'startDate'),
        leave_date: day('employment_information.leave_date', 'leaveDate'),
        employer_tax_reference: fact(
          'employment_information.employer_tax_reference',
          read.payeReference,
          read.payeReference?.value ?? null,
        ),
        is_director: directorOf(read, (found) =>
          fact('employment_information.is_director', found, found.value === 'yes'),
        ),
      },
      income_information: {
        pay_date: fact(`${income}.pay_date`, period.payDate, period.payDate?.day ?? null),
        pay_interval_start: fact(`${income}.pay_interval_start`, period.start, period.start?.day ?? null),
        pay_interval_end: fact(`${income}.pay_interval_end`, period.end, period.end?.day ?? null),
        pay_frequency: fact(`${income}.pay_frequency`, period.frequency, period.frequency?.value ?? null),
        tax_code: fact(`${income}.tax_code`, read.taxCode, taxCode),
        earnings,
        deductions: deductionsIn(read, total, note),
      },
    },
  }
}

const employmentForms: [RegExp, EmploymentType][] = [
  [/^full[ -]?time|^permanent full/i, 'full_time'],
  [/^part[ -]?time|^permanent part/i, 'part_time'],
  [/^(temporary|temp|casual|agency|seasonal)\b/i, 'temporary'],
  [/^(fixed[ -]term|contract|contractor)\b/i, 'contract'],
  [/^zero[ -]?hours?/i, 'zero_hours'],
]
type EmploymentType = NonNullable<PaperPayslip['employment_information']['type']>

function typeOf<T>({ facts }: Gathered, told: (found: Found<EmploymentType>) => T): T | null {
  const [found] = facts.all(
    'employmentType',
    (text) => employmentForms.find(([form]) => form.test(text))?.[1] ?? null,
  )
  return found ? told(found) : null
}

/** `Director: Yes`. Without an answer behind it, it is what somebody does. */
function directorOf<T>(
  { lines }: Gathered,
  told: (found: { value: 'yes' | 'no'; at: Piece[] }) => T,
): T | null {
  for (const { pieces } of lines)
    for (const [n, piece] of pieces.entries()) {
      const text = `${piece.text} ${pieces[n + 1]?.text ?? ''}`
      const answer = /^(?:is )?(?:company )?director(?: status)? ?[:?]? (yes|no|y|n)\b/i.exec(text)?.[1]
      if (answer) return told({ value: /^y/i.test(answer) ? 'yes' : 'no', at: [piece] })
    }
  return null
}

type Note = (path: string, at: Piece[], confidence: Source['confidence'], method?: Method) => void

const methodOf = (at: Piece[]): Method =>
  at.some(({ words }) => words.some(({ certainty }) => certainty !== undefined)) ? 'ocr' : 'text'

function noteElement(
  note: Note,
  path: string,
  row: { label: Piece; quantity: Piece | null; rate: Piece | null },
  amount: Piece,
  adds: boolean,
) {
  note(`${path}.description`, [row.label], 'printed')
  note(`${path}.amount`, [amount], adds ? 'proven' : 'likely')
  if (row.quantity) note(`${path}.quantity`, [row.quantity], 'printed')
  if (row.rate) note(`${path}.rate`, [row.rate], 'printed')
}

type Deductions = PaperPayslip['income_information']['deductions']

/** What no line names was not deducted, if the lines are all there are; else only what is printed is told. */
function deductionsIn({ figures, stated }: Gathered, total: number | null, note: Note): Deductions {
  const lines: Deduction[] = figures.taken.map(deductionLine)
  const whole = deductionsOf(lines, total ?? 0)
  const part = (path: keyof Deductions, words: DeductionWord[], other?: Stated): string | null => {
    const own = figures.taken.filter((_, n) => words.includes(lines[n]?.word ?? 'other'))
    if (own.length === 0 && !figures.takenAdd) {
      const value = other?.value ?? null
      if (value) note(`income_information.deductions.${path}`, value.at.slice(0, 1), 'printed')
      return value ? decimalOf(value.pence) : null
    }
    note(
      `income_information.deductions.${path}`,
      own.map(({ cell }) => cell.piece),
      figures.takenAdd ? 'proven' : 'likely',
      own.length === 1 ? undefined : 'computed',
    )
    return whole[path] as string
  }
  return {
    ...whole,
    income_tax: part('income_tax', ['income_tax'], stated.tax),
    employee_ni: part('employee_ni', ['national_insurance'], stated.ni),
    employee_pension: part('employee_pension', ['pension'], stated.pension),
    loan_deductions: part('loan_deductions', ['student_loan', 'postgraduate_loan', 'loan']),
    total_deductions: total === null ? null : whole.total_deductions,
  }
}
