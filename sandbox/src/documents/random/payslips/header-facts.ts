import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import type { Payslip } from '../../../payroll/types.ts'
import type { Person } from '../../../people/types.ts'
import type { Random } from '../../../random.ts'
import { formatDay } from '../../pen.ts'
import { printable } from '../../fit-text.ts'
import { initials, maskedAccount, printAddress, taxBasis, taxCodeOf } from '../../payslips/layout-helpers.ts'
import type { PayslipMatter } from '../../types.ts'
import type { PayslipPlan } from './plan.ts'
import { factWords, frequencyWords } from './labels.ts'

export type Pair = [label: string, value: string]

/** What stands above the figures: pairs of the person and of the pay, and lines without a label. */
export type SlipFacts = {
  name: string
  employerName: string
  address: PayslipMatter['address'] | null
  addressLines: string[]
  employerLines: string[]
  person: Pair[]
  pay: Pair[]
  taxCode: string
  alsoTaxCodes: string[]
}

export function slipFactsOf(matter: PayslipMatter, plan: PayslipPlan, random: Random): SlipFacts {
  const { person, job, payslip } = matter
  const word = (fact: keyof typeof factWords) => random.pick(factWords[fact])
  const name = printable(nameOf(person, plan))
  const addressLines: string[] = []
  const address = plan.hasAddress
    ? printAddress(matter.address, (line) => {
        addressLines.push(printable(line))
        return printable(line)
      })
    : null
  const code = codeOf(payslip, plan)
  const { street, city, postCode } = job.employer.address
  const ofPerson: Pair[] = [
    [word('name'), name],
    ...when(plan.hasPayrollNumber, [word('payrollNumber'), job.payrollNumber]),
    ...when(plan.hasNiNumber, [word('niNumber'), spaced(person.niNumber, random)]),
    ...when(plan.hasRole, [word('role'), printable(job.role)]),
    ...when(plan.hasOtherDates, otherDate(matter, plan, random)),
    ...when(plan.hasAnnualPay, annualPay(matter)),
    ...when(plan.hasDepartment, [word('department'), printable(job.department)]),
  ]
  const ofPay: Pair[] = [
    [word('payDate'), formatDay(payslip.payDate, plan.dateForm)],
    ...periodPairs(payslip, plan, word),
    ...when(plan.isFrequencyPrinted, [word('frequency'), random.pick(frequencyWords[payslip.frequency])]),
    [word('taxCode'), code.text],
    ...when(code.basis !== '', [word('basis'), code.basis]),
    ...when(plan.hasNiLetter, [word('niLetter'), payslip.niLetter]),
    ...when(plan.hasReference, [word('taxReference'), job.employer.payeReference]),
    ...when(plan.hasBank, [word('method'), `BACS ${maskedAccount(person)}`]),
  ]
  const employer: Pair[] = plan.isEmployerLabelled ? [[word('employer'), printable(job.employer.name)]] : []
  return {
    name,
    address,
    addressLines,
    employerName: printable(job.employer.name),
    employerLines: plan.hasEmployerAddress ? [street, city, postCode].map(printable) : [],
    person: [...employer, ...ofPerson],
    pay: ofPay,
    taxCode: taxCodeOf(payslip),
    // Where the basis stands apart, a code without it is right too.
    alsoTaxCodes: code.basis === '' ? [] : [payslip.taxCode],
  }
}

/** Days that are not the day of payment. */
function otherDate({ person, job, payslip }: PayslipMatter, plan: PayslipPlan, random: Random): Pair {
  return random.pick<Pair>([
    ['Date of birth', formatDay(person.dateOfBirth, plan.dateForm)],
    ['Start date', formatDay(job.startDate, plan.dateForm)],
    ['Continuous service from', formatDay(job.startDate, plan.dateForm)],
    ['Printed', formatDay(addDays(payslip.payDate, -3), plan.dateForm)],
  ])
}

/** What a year or an hour of the work is paid, which is no payment. */
const annualPay = ({ job }: PayslipMatter): Pair =>
  'annual' in job.pay ? ['Annual salary', grouped(job.pay.annual)] : ['Hourly rate', grouped(job.pay.hourly)]

const when = (isSo: boolean, pair: Pair): Pair[] => (isSo ? [pair] : [])

function nameOf(person: Person, { name }: PayslipPlan): string {
  const { title, forename, surname } = person
  const forms: Record<PayslipPlan['name'], string> = {
    full: `${forename} ${surname}`,
    titled: `${title} ${forename} ${surname}`,
    initial: `${title} ${initials(person)} ${surname}`,
    capitals: `${forename} ${surname}`.toUpperCase(),
    'surname first': `${surname}, ${forename}`,
    'surname first capitals': `${surname.toUpperCase()}, ${forename}`,
  }
  return forms[name]
}

const spaced = (niNumber: string, random: Random) =>
  random.chance(0.3) ? niNumber.replace(/^(..)(..)(..)(..)(.)$/, '$1 $2 $3 $4 $5') : niNumber

/** The code, and where the basis stands apart from it what it is called. */
function codeOf(payslip: Payslip, { basis }: PayslipPlan): { text: string; basis: string } {
  const own = taxBasis(payslip)
  if (basis === 'apart') return { text: payslip.taxCode, basis: own || 'Cumulative' }
  if (own === '') return { text: payslip.taxCode, basis: '' }
  const texts = {
    after: `${payslip.taxCode} ${own}`,
    before: `${own} ${payslip.taxCode}`,
    brackets: `${payslip.taxCode} (${own})`,
    slash: `${payslip.taxCode}/${own}`,
  }
  return { text: texts[basis], basis: '' }
}

function periodPairs(
  payslip: Payslip,
  plan: PayslipPlan,
  word: (fact: keyof typeof factWords) => string,
): Pair[] {
  const { start, end, taxPeriod, frequency, taxYear } = payslip
  const [from, to] = [formatDay(start, plan.dateForm), formatDay(end, plan.dateForm)]
  const unit = frequency === 'monthly' ? 'Month' : 'Week'
  const pairs: Pair[] = []
  if (plan.period === 'range') pairs.push([word('period'), `${from} - ${to}`])
  if (plan.period === 'from and to') pairs.push([word('start'), from])
  if (plan.period === 'from and to' || plan.period === 'end') {
    const label = word('end')
    // Alone, "To" would say nothing.
    pairs.push([plan.period === 'end' && /to$/i.test(label) ? 'Period ending' : label, to])
  }
  if (plan.taxPeriod === 'number') pairs.push([word('taxPeriod'), String(taxPeriod)])
  if (plan.taxPeriod === 'word') pairs.push([word('taxPeriod'), `${unit} ${taxPeriod}`])
  if (plan.taxPeriod === 'with year')
    pairs.push([`Tax ${unit.toLowerCase()}`, `${taxPeriod} of ${taxYear.replace('-', '/')}`])
  return pairs
}
