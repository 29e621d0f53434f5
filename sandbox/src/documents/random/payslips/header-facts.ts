import { addDays } from '../../../calendar.ts'
import { grouped } from '../../../money.ts'
import type { GeneratedPayslip } from '../../../payroll/types.ts'
import type { SimulatedPerson } from '../../../people/types.ts'
import type { SeededRandom } from '../../../random.ts'
import { toPrintable } from '../../fit-text.ts'
import { initials, maskedAccount, printAddress, taxBasis, taxCodeOf } from '../../payslips/layout-helpers.ts'
import { formatDay } from '../../pen.ts'
import type { PayslipSource } from '../../types.ts'
import { factLabels, frequencyLabels } from './labels.ts'
import type { PayslipPlan } from './plan.ts'

export type PayslipFact = [label: string, value: string]

/** Facts printed above the figures: labelled values of person and pay, and unlabelled lines. */
export type PayslipFacts = {
  name: string
  employerName: string
  address: PayslipSource['address'] | null
  addressLines: string[]
  employerLines: string[]
  person: PayslipFact[]
  pay: PayslipFact[]
  taxCode: string
  alsoTaxCodes: string[]
}

export function payslipFactsOf(
  content: PayslipSource,
  plan: PayslipPlan,
  random: SeededRandom,
): PayslipFacts {
  const { person, job, payslip } = content
  const pickLabel = (fact: keyof typeof factLabels) => random.pick(factLabels[fact])
  const name = toPrintable(nameOf(person, plan))
  const addressLines: string[] = []
  const address = plan.hasAddress
    ? printAddress(content.address, (line) => {
        addressLines.push(toPrintable(line))
        return toPrintable(line)
      })
    : null
  const code = codeOf(payslip, plan)
  const { street, city, postCode } = job.employer.address
  const ofPerson: PayslipFact[] = [
    [pickLabel('name'), name],
    ...includeIf(plan.hasPayrollNumber, [pickLabel('payrollNumber'), job.payrollNumber]),
    ...includeIf(plan.hasNiNumber, [pickLabel('niNumber'), spaced(person.niNumber, random)]),
    ...includeIf(plan.hasRole, [pickLabel('role'), toPrintable(job.role)]),
    ...includeIf(plan.hasOtherDates, otherDate(content, plan, random)),
    ...includeIf(plan.hasAnnualPay, annualPay(content)),
    ...includeIf(plan.hasDepartment, [pickLabel('department'), toPrintable(job.department)]),
  ]
  const ofPay: PayslipFact[] = [
    [pickLabel('payDate'), formatDay(payslip.payDate, plan.dateForm)],
    ...periodPairs(payslip, plan, pickLabel),
    ...includeIf(plan.isFrequencyPrinted, [
      pickLabel('frequency'),
      random.pick(frequencyLabels[payslip.frequency]),
    ]),
    [pickLabel('taxCode'), code.text],
    ...includeIf(code.basis !== '', [pickLabel('basis'), code.basis]),
    ...includeIf(plan.hasNiLetter, [pickLabel('niLetter'), payslip.niLetter]),
    ...includeIf(plan.hasReference, [pickLabel('taxReference'), job.employer.payeReference]),
    ...includeIf(plan.hasBank, [pickLabel('method'), `BACS ${maskedAccount(person)}`]),
  ]
  const employer: PayslipFact[] = plan.isEmployerLabelled
    ? [[pickLabel('employer'), toPrintable(job.employer.name)]]
    : []
  return {
    name,
    address,
    addressLines,
    employerName: toPrintable(job.employer.name),
    employerLines: plan.hasEmployerAddress ? [street, city, postCode].map(toPrintable) : [],
    person: [...employer, ...ofPerson],
    pay: ofPay,
    taxCode: taxCodeOf(payslip),
    // If the tax basis is printed separately, the tax code without its suffix is also a correct answer.
    alsoTaxCodes: code.basis === '' ? [] : [payslip.taxCode],
  }
}

/** Returns a date other than the pay date, printed as a distractor. */
function otherDate(
  { person, job, payslip }: PayslipSource,
  plan: PayslipPlan,
  random: SeededRandom,
): PayslipFact {
  return random.pick<PayslipFact>([
    ['Date of birth', formatDay(person.dateOfBirth, plan.dateForm)],
    ['Start date', formatDay(job.startDate, plan.dateForm)],
    ['Continuous service from', formatDay(job.startDate, plan.dateForm)],
    ['Printed', formatDay(addDays(payslip.payDate, -3), plan.dateForm)],
  ])
}

/** Returns the contractual salary or hourly rate, which a parser must not mistake for a payment. */
const annualPay = ({ job }: PayslipSource): PayslipFact =>
  'annual' in job.pay ? ['Annual salary', grouped(job.pay.annual)] : ['Hourly rate', grouped(job.pay.hourly)]

const includeIf = (condition: boolean, pair: PayslipFact): PayslipFact[] => (condition ? [pair] : [])

function nameOf(person: SimulatedPerson, { name }: PayslipPlan): string {
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

const spaced = (niNumber: string, random: SeededRandom) =>
  random.chance(0.3) ? niNumber.replace(/^(..)(..)(..)(..)(.)$/, '$1 $2 $3 $4 $5') : niNumber

/** Returns the tax code as printed, and its basis if the basis is printed separately. */
function codeOf(payslip: GeneratedPayslip, { basis }: PayslipPlan): { text: string; basis: string } {
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
  payslip: GeneratedPayslip,
  plan: PayslipPlan,
  pickLabel: (fact: keyof typeof factLabels) => string,
): PayslipFact[] {
  const { start, end, taxPeriod, frequency, taxYear } = payslip
  const [from, to] = [formatDay(start, plan.dateForm), formatDay(end, plan.dateForm)]
  const unit = frequency === 'monthly' ? 'Month' : 'Week'
  const pairs: PayslipFact[] = []
  if (plan.period === 'range') pairs.push([pickLabel('period'), `${from} - ${to}`])
  if (plan.period === 'from and to') pairs.push([pickLabel('start'), from])
  if (plan.period === 'from and to' || plan.period === 'end') {
    const label = pickLabel('end')
    // The label "To" alone would be meaningless.
    pairs.push([plan.period === 'end' && /to$/i.test(label) ? 'Period ending' : label, to])
  }
  if (plan.taxPeriod === 'number') pairs.push([pickLabel('taxPeriod'), String(taxPeriod)])
  if (plan.taxPeriod === 'word') pairs.push([pickLabel('taxPeriod'), `${unit} ${taxPeriod}`])
  if (plan.taxPeriod === 'with year')
    pairs.push([`Tax ${unit.toLowerCase()}`, `${taxPeriod} of ${taxYear.replace('-', '/')}`])
  return pairs
}
