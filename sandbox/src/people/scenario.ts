import { addDays, firstOfMonth, type IsoDate, lastOfMonth, weekdayOf } from '../calendar.ts'
import { check } from '../http-error.ts'
import type { PayRun, PayrollDeduction, PayrollPayment } from '../payroll/types.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import { workplace, workplaces } from './employers.ts'
import { inventName } from './names.ts'
import { type PayDay, periodsInYear } from './pay-dates.ts'
import { paymentLine } from './payment-line.ts'
import { buildPerson, type JobSpec, type PersonSpec } from './person-record.ts'
import { registerIndex } from './register-numbers.ts'
import { isIncludedIn, type Scenario, ScenarioSchema } from './scenario-schema.ts'
import { inventAddress, townNames } from './towns.ts'
import type { Employer, PersonJob, SimulatedPerson } from './types.ts'

type PersonPart = Scenario['person']
type JobPart = Scenario['jobs'][number]
type PayslipPart = NonNullable<JobPart['payslips']>[number]
type PaymentPart = PayslipPart['payments'][number]
type DeductionPart = PayslipPart['deductions'][number]

const longAgo: IsoDate = '1900-01-01'

/**
 * Reads a person from scenario JSON. Omitted fields are derived from the user name; errors name the invalid fields.
 */
export function readScenario(json: unknown): {
  person: SimulatedPerson
  runs: (job: PersonJob) => PayRun[]
  behaviour?: string
} {
  const { person, jobs, behaviour } = check(ScenarioSchema, json)
  // The seed of the world is not used, so that a scenario produces the same person in every sandbox.
  const random = randomFor('scenario', person.user_name)
  const story = { ...personSpecOf(random, person), jobs: jobs.map((job, n) => jobSpecOf(random, job, n)) }
  return { ...buildPerson('scenario', story), ...(behaviour !== undefined && { behaviour }) }
}

function personSpecOf(random: SeededRandom, person: PersonPart): Omit<PersonSpec, 'jobs'> {
  const index = registerIndex.scenario(random.integer(0, 998_999))
  const gender = person.gender ?? random.pick(['female', 'male'] as const)
  const { title } = inventName(random, gender)
  const [first = '', ...others] = person.user_name.split('.')
  const born = addDays('1960-01-01', random.integer(0, 15_000))
  const home = inventAddress(random, random.pick(townNames), { isHome: true })
  const addresses = person.addresses?.map(({ from = longAgo, ...address }) => ({
    from,
    ...addressIn(address),
  }))
  return {
    registerIndex: index,
    gender,
    userName: person.user_name,
    title: person.title ?? title,
    forename: person.forename ?? capitalised(first),
    surname: person.surname ?? (others.map(capitalised).join(' ') || 'Nobody'),
    dateOfBirth: person.date_of_birth ?? born,
    addresses: addresses ?? [{ from: longAgo, ...home }],
    about: person.about ?? 'From a scenario.',
    overrides: withoutUndefined({
      niNumber: person.ni_number,
      uniqueTaxReference: person.unique_tax_reference,
      email: person.email,
      phone: person.phone,
      memorableWord: person.memorable_word,
      memorableDate: person.memorable_date,
      bank: withoutUndefined({
        accountNumber: person.bank?.account_number,
        statementLayout: person.bank?.statement_layout,
        openingBalance: person.bank?.opening_balance,
      }),
    }),
  }
}

const capitalised = (words: string) => words.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** Drops undefined properties, which would otherwise overwrite defaults when spread. */
const withoutUndefined = <T extends object>(wishes: T) =>
  Object.fromEntries(Object.entries(wishes).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: NonNullable<T[Key]>
  }

const addressIn = ({
  post_code,
  ...address
}: Omit<NonNullable<PersonPart['addresses']>[number], 'from'>) => ({
  ...address,
  postCode: post_code,
})

function jobSpecOf(random: SeededRandom, job: JobPart, n: number): JobSpec {
  const workplaceLike = workplace(job.employer.id ?? random.pick(workplaces).employer.id)
  const defaultRole = random.pick(workplaceLike.roles)
  const fromTheStart = <T extends object>(what: T) => [{ from: longAgo, ...what }]
  const { scheme = 'none', employee = 0, employer = 0, of = 'qualifying' } = job.pension ?? {}
  const payDay = payDayOf(job)
  return {
    employer: job.employer.id === undefined ? newEmployer(random, job.employer, n) : workplaceLike.employer,
    ...(job.payroll_number !== undefined && { payrollNumber: job.payroll_number }),
    role: job.role ?? defaultRole.role,
    department: job.department ?? defaultRole.department,
    type: job.type,
    startDate: job.start_date,
    leaveDate: job.leave_date ?? null,
    hasP45: job.has_p45,
    employment: {
      isDirector: job.is_director,
      taxCodes: (job.tax_codes ?? [{ code: '1257L', is_cumulative: true }]).map((entry, n) => ({
        // The first code applies from the earliest date, so that every payslip has a tax code.
        from: n === 0 ? longAgo : (entry.from ?? longAgo),
        code: entry.code,
        isCumulative: entry.is_cumulative,
      })),
      niLetters: fromTheStart({ letter: job.ni_letter ?? 'A' }),
      loans: fromTheStart({ plans: job.loans }),
      pensions: fromTheStart({ scheme, employeeRate: employee, employerRate: employer, of }),
    },
    terms: {
      payDay,
      rates: ratesOf(job),
      ...(job.pay?.hours !== undefined && { hours: { min: job.pay.hours, max: job.pay.hours } }),
      extras: job.extras.map(({ on, ...payment }) => ({ on, payment: paymentLineOf(payment) })),
      absences: job.absences,
      deductions: job.deductions.map(({ from, to, ...fields }) => ({
        from,
        to,
        deduction: deductionLineOf(fields),
      })),
    },
    ...(job.payslips && { runs: job.payslips.map((payslip) => payRunOf(payslip, payDay)) }),
  }
}

function payDayOf({ frequency, pay_day }: JobPart): PayDay {
  if (frequency === 'monthly') return { frequency: 'monthly', on: pay_day ?? 'last' }
  return { frequency, on: pay_day ?? 5 }
}

function ratesOf({ pay, raises, payslips = [], frequency }: JobPart): JobSpec['terms']['rates'] {
  const rate = ({ salary, hourly }: { salary?: number; hourly?: number }) =>
    hourly === undefined ? { annual: salary ?? 0 } : { hourly }
  if (pay)
    return [{ from: longAgo, ...rate(pay) }, ...raises.map((raise) => ({ from: raise.from, ...rate(raise) }))]
  // The job is specified by payslips, so its rate is the annualised basic pay of the last payslip.
  const basic = payslips.at(-1)?.payments.find(({ kind }) => kind === 'basic')?.amount ?? 0
  return [
    {
      from: longAgo,
      annual: basic * periodsInYear[frequency],
    },
  ]
}

function newEmployer(random: SeededRandom, fields: JobPart['employer'], n: number): Employer {
  const { name = '', paye_reference, accounts_office_reference, address, payslip_layout } = fields
  const template = random.pick(workplaces).employer
  return {
    id: `scenario-${n + 1}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    name,
    payeReference: paye_reference ?? `9${random.integer(80, 99)}/SC${random.integer(100, 99_999)}`,
    accountsOfficeReference:
      accounts_office_reference ?? `9${random.integer(80, 99)}PA${random.integer(10_000_000, 99_999_999)}`,
    address: address ? addressIn(address) : template.address,
    payslipLayout: payslip_layout ?? template.payslipLayout,
  }
}

const defaultDescriptions: Record<PaymentPart['kind'], string> = {
  basic: 'Basic pay',
  overtime: 'Overtime',
  shift: 'Shift allowance',
  bonus: 'Bonus',
  commission: 'Commission',
  holiday: 'Holiday pay',
  expenses: 'Expenses',
  absence: 'Absence',
  arrears: 'Arrears',
  termination: 'Termination payment',
  sick: 'Statutory sick pay',
  maternity: 'Statutory maternity pay',
  paternity: 'Statutory paternity pay',
  adoption: 'Statutory adoption pay',
  shared_parental: 'Shared parental pay',
  bereavement: 'Bereavement pay',
}

const paymentLineOf = (fields: PaymentPart): PayrollPayment =>
  paymentLine(fields.kind, fields.description ?? defaultDescriptions[fields.kind], fields.amount, {
    isTaxable: isIncludedIn(fields, 'is_taxable'),
    isNiable: isIncludedIn(fields, 'is_niable'),
    isPensionable: isIncludedIn(fields, 'is_pensionable'),
  })

const defaultDeductionDescriptions = {
  attachment_of_earnings: 'Attachment order',
  loan: 'Loan',
  other: 'Deduction',
}
const deductionLineOf = ({
  kind,
  description = defaultDeductionDescriptions[kind],
  amount,
}: DeductionPart): PayrollDeduction => ({
  kind,
  description,
  amount,
})

function payRunOf(payslip: PayslipPart, { frequency }: PayDay): PayRun {
  const { pay_date, start, end, payments, deductions } = payslip
  return {
    payDate: pay_date,
    ...(start !== undefined && end !== undefined ? { start, end } : defaultPeriod(pay_date, frequency)),
    payments: payments.map(paymentLineOf),
    otherDeductions: deductions.map(deductionLineOf),
  }
}

/** Returns the calendar month of the pay date, or the weeks that end on the Sunday before it. */
function defaultPeriod(payDate: IsoDate, frequency: PayDay['frequency']) {
  if (frequency === 'monthly') return { start: firstOfMonth(payDate), end: lastOfMonth(payDate) }
  const end = addDays(payDate, -(weekdayOf(payDate) || 7))
  const days = { weekly: 7, fortnightly: 14, four_weekly: 28 }[frequency]
  return { start: addDays(end, 1 - days), end }
}
