import { addDays, type Day, firstOfMonth, lastOfMonth, weekday } from '../calendar.ts'
import type { Deduction, Payment, PayRun } from '../payroll/types.ts'
import { type Random, randomFor } from '../random.ts'
import { check } from '../http-error.ts'
import { workplace, workplaces } from './employers.ts'
import { personOf, type Story, type StoryJob } from './person-record.ts'
import { inventName } from './names.ts'
import { registerPlaces } from './register-numbers.ts'
import { type PayDay, periodsInYear } from './pay-dates.ts'
import { line } from './payment-line.ts'
import { inventAddress, placeNames } from './towns.ts'
import { countsFor, type Scenario, ScenarioSchema } from './scenario-schema.ts'
import type { Employer, Job, Person } from './types.ts'

type PersonPart = Scenario['person']
type JobPart = Scenario['jobs'][number]
type PayslipPart = NonNullable<JobPart['payslips']>[number]
type PaymentPart = PayslipPart['payments'][number]
type DeductionPart = PayslipPart['deductions'][number]

const longAgo: Day = '1900-01-01'

/** A person as a scenario tells it. What it leaves out follows from the user name; a fault is refused by its field. */
export function readScenario(json: unknown): {
  person: Person
  runs: (job: Job) => PayRun[]
  behaviour?: string
} {
  const { person, jobs, behaviour } = check(ScenarioSchema, json)
  // Not from the seed of a world, so that a scenario is the same person everywhere.
  const random = randomFor('scenario', person.user_name)
  const story = { ...tell(random, person), jobs: jobs.map((job, n) => tellJob(random, job, n)) }
  return { ...personOf('scenario', story), ...(behaviour !== undefined && { behaviour }) }
}

function tell(random: Random, person: PersonPart): Omit<Story, 'jobs'> {
  const place = registerPlaces.scenario(random.whole(0, 998_999))
  const gender = person.gender ?? random.pick(['female', 'male'] as const)
  const { title } = inventName(random, gender)
  const [first = '', ...others] = person.user_name.split('.')
  const born = addDays('1960-01-01', random.whole(0, 15_000))
  const home = inventAddress(random, random.pick(placeNames), { isHome: true })
  const addresses = person.addresses?.map(({ from = longAgo, ...address }) => ({
    from,
    ...addressIn(address),
  }))
  return {
    place,
    gender,
    userName: person.user_name,
    title: person.title ?? title,
    forename: person.forename ?? capitalised(first),
    surname: person.surname ?? (others.map(capitalised).join(' ') || 'Nobody'),
    dateOfBirth: person.date_of_birth ?? born,
    addresses: addresses ?? [{ from: longAgo, ...home }],
    about: person.about ?? 'From a scenario.',
    wishes: present({
      niNumber: person.ni_number,
      uniqueTaxReference: person.unique_tax_reference,
      email: person.email,
      phone: person.phone,
      memorableWord: person.memorable_word,
      memorableDate: person.memorable_date,
      bank: present({
        accountNumber: person.bank?.account_number,
        statementLayout: person.bank?.statement_layout,
        openingBalance: person.bank?.opening_balance,
      }),
    }),
  }
}

const capitalised = (words: string) => words.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())

/** Without what is undefined, so that it does not hide what would be there otherwise. */
const present = <T extends object>(wishes: T) =>
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

function tellJob(random: Random, job: JobPart, n: number): StoryJob {
  const known = workplace(job.employer.id ?? random.pick(workplaces).employer.id)
  const usual = random.pick(known.roles)
  const everSince = <T extends object>(what: T) => [{ from: longAgo, ...what }]
  const { scheme = 'none', employee = 0, employer = 0, of = 'qualifying' } = job.pension ?? {}
  const payDay = payDayOf(job)
  return {
    employer: job.employer.id === undefined ? newEmployer(random, job.employer, n) : known.employer,
    ...(job.payroll_number !== undefined && { payrollNumber: job.payroll_number }),
    role: job.role ?? usual.role,
    department: job.department ?? usual.department,
    type: job.type,
    startDate: job.start_date,
    leaveDate: job.leave_date ?? null,
    hasP45: job.has_p45,
    employment: {
      isDirector: job.is_director,
      taxCodes: (job.tax_codes ?? [{ code: '1257L', is_cumulative: true }]).map((entry, place) => ({
        // The first holds from the beginning: no payslip is without a code.
        from: place === 0 ? longAgo : (entry.from ?? longAgo),
        code: entry.code,
        isCumulative: entry.is_cumulative,
      })),
      niLetters: everSince({ letter: job.ni_letter ?? 'A' }),
      loans: everSince({ plans: job.loans }),
      pensions: everSince({ scheme, employeeRate: employee, employerRate: employer, of }),
    },
    terms: {
      payDay,
      rates: ratesOf(job),
      ...(job.pay?.hours !== undefined && { hours: { least: job.pay.hours, most: job.pay.hours } }),
      extras: job.extras.map(({ on, ...payment }) => ({ on, payment: paymentOf(payment) })),
      absences: job.absences,
      stoppages: job.deductions.map(({ from, to, ...told }) => ({ from, to, deduction: deductionOf(told) })),
    },
    ...(job.payslips && { runs: job.payslips.map((payslip) => runOf(payslip, payDay)) }),
  }
}

function payDayOf({ frequency, pay_day }: JobPart): PayDay {
  if (frequency === 'monthly') return { each: 'monthly', on: pay_day ?? 'last' }
  return { each: frequency, on: pay_day ?? 5 }
}

function ratesOf({ pay, raises, payslips = [], frequency }: JobPart): StoryJob['terms']['rates'] {
  const rate = ({ salary, hourly }: { salary?: number; hourly?: number }) =>
    hourly === undefined ? { annual: salary ?? 0 } : { hourly }
  if (pay)
    return [{ from: longAgo, ...rate(pay) }, ...raises.map((raise) => ({ from: raise.from, ...rate(raise) }))]
  // Told by payslips: what a year of the last basic pay comes to.
  const basic = payslips.at(-1)?.payments.find(({ kind }) => kind === 'basic')?.amount ?? 0
  return [
    {
      from: longAgo,
      annual: basic * periodsInYear[frequency],
    },
  ]
}

function newEmployer(random: Random, told: JobPart['employer'], n: number): Employer {
  const { name = '', paye_reference, accounts_office_reference, address, payslip_layout } = told
  const like = random.pick(workplaces).employer
  return {
    id: `scenario-${n + 1}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`,
    name,
    payeReference: paye_reference ?? `9${random.whole(80, 99)}/SC${random.whole(100, 99_999)}`,
    accountsOfficeReference:
      accounts_office_reference ?? `9${random.whole(80, 99)}PA${random.whole(10_000_000, 99_999_999)}`,
    address: address ? addressIn(address) : like.address,
    payslipLayout: payslip_layout ?? like.payslipLayout,
  }
}

const names: Record<PaymentPart['kind'], string> = {
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

const paymentOf = (told: PaymentPart): Payment =>
  line(told.kind, told.description ?? names[told.kind], told.amount, {
    isTaxable: countsFor(told, 'is_taxable'),
    isNiable: countsFor(told, 'is_niable'),
    isPensionable: countsFor(told, 'is_pensionable'),
  })

const stoppageNames = { attachment_of_earnings: 'Attachment order', loan: 'Loan', other: 'Deduction' }
const deductionOf = ({ kind, description = stoppageNames[kind], amount }: DeductionPart): Deduction => ({
  kind,
  description,
  amount,
})

function runOf(payslip: PayslipPart, { each }: PayDay): PayRun {
  const { pay_date, start, end, payments, deductions } = payslip
  return {
    payDate: pay_date,
    ...(start !== undefined && end !== undefined ? { start, end } : usualPeriod(pay_date, each)),
    payments: payments.map(paymentOf),
    otherDeductions: deductions.map(deductionOf),
  }
}

/** The calendar month of the pay date, or the weeks up to the Sunday before it. */
function usualPeriod(payDate: Day, each: PayDay['each']) {
  if (each === 'monthly') return { start: firstOfMonth(payDate), end: lastOfMonth(payDate) }
  const end = addDays(payDate, -(weekday(payDate) || 7))
  const days = { weekly: 7, fortnightly: 14, four_weekly: 28 }[each]
  return { start: addDays(end, 1 - days), end }
}
