import { z } from 'zod'
import { workplaces } from './employers.ts'
import { statementLayoutIds } from './person-record.ts'
import { worldEndDate, worldStartDate } from './world-dates.ts'

/** Schema of scenario JSON. All values are bounded, and unknown fields are rejected to reveal typos. */

const payslipLayouts = [...new Set(workplaces.map(({ employer }) => employer.payslipLayout))].sort()

const text = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^\P{Cc}*$/u, 'must be a single line')
const pattern = (form: RegExp, words: string) => z.string().max(64).regex(form, `must be ${words}`)

const isoDate = z.iso.date('must be a day such as 2026-05-31')
const dateBetween = (first: string, last: string) =>
  isoDate.refine((day) => day >= first && day <= last, `must be a day from ${first} to ${last}`)
const worldDate = dateBetween(worldStartDate, worldEndDate)
const lifetimeDate = dateBetween('1900-01-01', worldEndDate)

/** Parses an amount such as `2500.00` to pence. */
const money = (form: RegExp, words: string) =>
  pattern(form, words).transform((amount) => Math.round(Number(amount) * 100))
const amount = money(/^\d{1,7}\.\d{2}$/, 'an amount such as 2500.00')
const signedAmount = money(/^-?\d{1,7}\.\d{2}$/, 'an amount such as 2500.00 or -120.00')
/** Hours and percentages have the same format as money and are parsed to hundredths. */
const hours = money(/^\d{1,2}\.\d{2}$/, 'hours a week such as 37.50')
const percent = money(/^([0-4]?\d\.\d{2}|50\.00)$/, 'percent up to 50.00, such as 5.00')

const orderError = 'must be later than the previous entry'
/** Returns the index of the first entry that is not later than the previous one, or -1 if all are in order. */
const firstOutOfOrder = (days: string[]) =>
  days.findIndex((day, n) => n > 0 && day <= (days[n - 1] as string))

const Address = z.strictObject({
  from: lifetimeDate.optional(),
  street: text(120),
  city: text(80),
  county: text(80).default(''),
  post_code: pattern(
    /^(GIR|[A-Z]{1,2}\d[A-Z\d]?) \d[ABD-HJLNP-UW-Z]{2}$/,
    'a post code with a space, such as BS6 9ZX',
  ),
  country: z.enum(['England', 'Scotland', 'Wales', 'Northern Ireland', 'Channel Islands', 'Isle of Man']),
})

const PersonPart = z.strictObject({
  user_name: pattern(
    /^(?!person\.\d+$)[a-z0-9]+([.-][a-z0-9]+)+$/,
    'like forename.surname, in small letters; person.<number> is taken',
  ),
  title: text(20).optional(),
  forename: text(60).optional(),
  surname: text(60).optional(),
  date_of_birth: dateBetween('1930-01-01', '2010-12-31').optional(),
  gender: z.enum(['female', 'male']).optional(),
  ni_number: pattern(/^QQ\d{6}[A-D]$/, 'QQ, six digits and A to D: a prefix that is never issued').optional(),
  unique_tax_reference: pattern(/^\d{10}$/, 'ten digits').optional(),
  email: pattern(/^[\w.+-]+@([\w-]+\.)*(example\.(com|org|net)|example)$/, 'at example.com').optional(),
  phone: pattern(/^447700900\d{3}$/, 'one of 447700900000 to 447700900999').optional(),
  addresses: z
    .array(Address)
    .min(1)
    .max(10)
    .superRefine((addresses, context) => {
      const wrong = firstOutOfOrder(addresses.map(({ from = '' }) => from))
      if (wrong > 0) context.addIssue({ code: 'custom', message: orderError, path: [wrong] })
    })
    .optional(),
  memorable_word: pattern(/^[a-z]{6,20}$/, 'a word of 6 to 20 small letters').optional(),
  memorable_date: lifetimeDate.optional(),
  bank: z
    .strictObject({
      account_number: pattern(/^\d{8}$/, 'eight digits').optional(),
      statement_layout: z.enum(statementLayoutIds).optional(),
      opening_balance: signedAmount.optional(),
    })
    .optional(),
  about: text(400).optional(),
})

const EmployerPart = z
  .strictObject({
    id: z.enum(workplaces.map(({ employer }) => employer.id)).optional(),
    name: text(100).optional(),
    paye_reference: pattern(/^\d{3}\/[A-Z0-9]{1,10}$/, 'like 123/AB456').optional(),
    accounts_office_reference: pattern(/^\d{3}P[A-Z]\d{8}$/, 'like 123PA00045678').optional(),
    address: Address.omit({ from: true }).optional(),
    payslip_layout: z.enum(payslipLayouts).optional(),
  })
  .refine(({ id, name }) => (id === undefined) !== (name === undefined), 'must have either an id or a name')

const Pay = z
  .strictObject({ salary: amount.optional(), hourly: amount.optional(), hours: hours.optional() })
  .refine(
    ({ salary, hourly }) => (salary === undefined) !== (hourly === undefined),
    'must have either a salary or hourly',
  )

const paymentKinds = [
  'basic',
  'overtime',
  'shift',
  'bonus',
  'commission',
  'holiday',
  'expenses',
  'absence',
  'sick',
  'maternity',
  'paternity',
  'shared_parental',
  'adoption',
  'bereavement',
  'arrears',
  'termination',
] as const

const PaymentPart = z.strictObject({
  kind: z.enum(paymentKinds),
  description: text(60).optional(),
  amount: signedAmount,
  is_taxable: z.boolean().optional(),
  is_niable: z.boolean().optional(),
  is_pensionable: z.boolean().optional(),
})

type PaymentPart = z.output<typeof PaymentPart>
const flags = ['is_taxable', 'is_niable', 'is_pensionable'] as const

/**
 * Whether a payment counts for tax, National Insurance or pension. Without an explicit flag, all kinds except
 * expenses do.
 */
export const isIncludedIn = (payment: PaymentPart, flag: (typeof flags)[number]): boolean =>
  payment[flag] ?? payment.kind !== 'expenses'

const totalOf = (payments: PaymentPart[]) => payments.reduce((total, { amount }) => total + amount, 0)

const DeductionPart = z.strictObject({
  kind: z.enum(['attachment_of_earnings', 'loan', 'other']),
  description: text(60).optional(),
  amount,
})

const PayslipPart = z
  .strictObject({
    pay_date: worldDate,
    start: lifetimeDate.optional(),
    end: lifetimeDate.optional(),
    payments: z.array(PaymentPart).min(1).max(20),
    deductions: z.array(DeductionPart).max(10).default([]),
  })
  .refine(
    ({ start, end }) => (start === undefined) === (end === undefined),
    'must have both start and end, or neither',
  )
  .refine(({ start = '', end = '' }) => start <= end, 'must not end before it starts')
  .refine(({ payments }) => totalOf(payments) >= 0, 'must not pay a negative amount')
  .refine(
    ({ payments }) =>
      flags.every((flag) => totalOf(payments.filter((payment) => !isIncludedIn(payment, flag))) >= 0),
    'must not be taxed, insured or pensioned on more than it pays',
  )

const span = { from: worldDate, to: worldDate }
const isSpan = ({ from, to }: { from: string; to: string }) => from <= to

const JobPart = z
  .strictObject({
    employer: EmployerPart,
    role: text(80).optional(),
    department: text(80).optional(),
    type: z
      .enum(['full_time', 'part_time', 'temporary', 'contract', 'zero_hours', 'other'])
      .default('full_time'),
    payroll_number: text(20).optional(),
    start_date: lifetimeDate.default('2020-04-06'),
    leave_date: lifetimeDate.optional(),
    frequency: z.enum(['weekly', 'fortnightly', 'four_weekly', 'monthly']).default('monthly'),
    /** For monthly pay the day of the month, 1 to 28; for other frequencies the weekday, 1 (Monday) to 5 (Friday). */
    pay_day: z.int().min(1).max(28).optional(),
    tax_codes: z
      .array(
        z.strictObject({
          from: lifetimeDate.optional(),
          code: pattern(
            /^(?:[SC]?(?:\d{1,6}[LMNT]|K\d{1,6}|0T|BR|D[01])|SD[23]|NT)$/,
            'a tax code such as 1257L, S1257L, K475, BR or NT',
          ),
          is_cumulative: z.boolean().default(true),
        }),
      )
      .min(1)
      .max(20)
      .optional(),
    ni_letter: z.enum(['A', 'B', 'C', 'H', 'J', 'M', 'V', 'X', 'Z']).optional(),
    loans: z
      .array(z.enum(['plan_1', 'plan_2', 'plan_4', 'plan_5', 'postgraduate']))
      .max(2)
      .default([]),
    pension: z
      .strictObject({
        scheme: z.enum(['none', 'net_pay', 'sacrifice']),
        employee: percent.default(0),
        employer: percent.default(0),
        of: z.enum(['qualifying', 'pensionable']).default('qualifying'),
      })
      .optional(),
    is_director: z.boolean().default(false),
    has_p45: z.boolean().default(false),
    /** A job has either `pay` with its changes, or `payslips`. */
    pay: Pay.optional(),
    raises: z
      .array(z.strictObject({ from: lifetimeDate, salary: amount.optional(), hourly: amount.optional() }))
      .max(20)
      .default([]),
    extras: z
      .array(PaymentPart.extend({ on: worldDate, amount }))
      .max(60)
      .default([]),
    absences: z
      .array(
        z
          .strictObject({ kind: z.enum(['unpaid', 'sick', 'maternity', 'paternity']), ...span })
          .refine(isSpan, 'must not end before it starts'),
      )
      .max(20)
      .default([]),
    deductions: z
      .array(DeductionPart.extend(span).refine(isSpan, 'must not end before it starts'))
      .max(10)
      .default([]),
    /** Explicit payments of each payslip, instead of `pay`. */
    payslips: z.array(PayslipPart).min(1).max(160).optional(),
  })
  .superRefine((job, context) => {
    const fault = (message: string, ...path: (string | number)[]) =>
      context.addIssue({ code: 'custom', message, path })
    if ((job.pay === undefined) === (job.payslips === undefined))
      fault('must have either pay or payslips', 'pay')
    if (job.leave_date !== undefined && job.leave_date < job.start_date) {
      fault('must not be before start_date', 'leave_date')
    }
    if (job.frequency !== 'monthly' && (job.pay_day ?? 1) > 5) {
      fault('must be a weekday from 1 (Monday) to 5 unless pay is monthly', 'pay_day')
    }
    for (const list of ['raises', 'tax_codes', 'payslips'] as const) {
      const days =
        job[list]?.map((entry) => ('pay_date' in entry ? entry.pay_date : (entry.from ?? ''))) ?? []
      const wrong = firstOutOfOrder(days)
      if (wrong > 0) fault(orderError, list, wrong)
    }
    const away = job.absences.toSorted((one, other) => (one.from < other.from ? -1 : 1))
    if (away.some(({ from }, n) => n > 0 && from <= (away[n - 1]?.to ?? ''))) {
      fault('must not overlap', 'absences')
    }
    const unit = job.pay?.hourly === undefined ? 'salary' : 'hourly'
    job.raises.forEach((raise, n) => {
      if (raise[unit] === undefined || (unit === 'salary' ? raise.hourly : raise.salary) !== undefined) {
        fault(`must be a raise of ${unit}, as pay is`, 'raises', n)
      }
    })
  })

export const ScenarioSchema = z.strictObject({
  person: PersonPart,
  jobs: z
    .array(JobPart)
    .max(5)
    .default([])
    .superRefine((jobs, context) => {
      jobs.forEach(({ has_p45, start_date }, n) => {
        const left = jobs[n - 1]?.leave_date
        if (!has_p45 || (left !== undefined && left < start_date)) return
        const message = 'must follow a job that ended before this one begins'
        context.addIssue({ code: 'custom', message, path: [n, 'has_p45'] })
      })
    }),
  /** Behaviour at the providers, in the syntax of their behaviour passwords. */
  behaviour: pattern(
    /^[a-z]+(:[A-Za-z0-9_.-]+)?(\+[a-z]+(:[A-Za-z0-9_.-]+)?)*$/,
    'like pass, mfa:code or slow:5+mfa:date',
  ).optional(),
})

export type Scenario = z.output<typeof ScenarioSchema>
