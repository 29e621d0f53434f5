import type { IsoDate } from '../../calendar.ts'
import { formatDay } from '../../documents/pen.ts'
import { grouped, type PenceAmount } from '../../money.ts'
import { html, type SafeHtml } from '../../pages.ts'
import type { SupportedTaxYear } from '../../payroll/types.ts'
import type { PersonJob, PostalAddress, SimulatedPerson } from '../../people/types.ts'
import { tenantPath } from '../../tenants.ts'
import type { PayRecord } from '../pay-records.ts'
import { leaveDateOn, taxCodeText } from '../payslip-json.ts'

const perPage = 10

const formatDate = (day: IsoDate) => formatDay(day, 'DD MMM YYYY')
const yearText = (year: string) => year.replace('-', '/')
const address = ({ street, city, county, postCode, country }: PostalAddress) =>
  [street, city, county, postCode, country].filter(Boolean).join(', ')

export const noPayslips = html`<p id="no-payslips">There are no payslips here.</p>`

type PayslipListData = {
  jobs: PersonJob[]
  job: PersonJob
  /** Payslips of the job, newest first. */
  records: PayRecord[]
  taxYear: SupportedTaxYear | undefined
  number: number
}

/** Renders the paginated payslips of a job in a tax year. */
export function payslipList({ jobs, job, records, taxYear, number }: PayslipListData): SafeHtml {
  const years = [...new Set(records.map(({ payslip }) => payslip.taxYear))]
  const year = taxYear ?? years[0]
  const ofYear = records.filter(({ payslip }) => payslip.taxYear === year)
  const pages = Math.max(1, Math.ceil(ofYear.length / perPage))
  const current = Math.min(number, pages)
  const rows = ofYear.slice((current - 1) * perPage, current * perPage)
  const link = (year: string | undefined, page: number) =>
    `${tenantPath()}/portal/payslips?employment=${jobs.indexOf(job) + 1}${year ? `&tax_year=${year}` : ''}&page=${page}`
  return html`${jobs.length > 1 && employers(jobs, job)}
${years.length > 0 && html`<nav id="tax-years" class="choices" aria-label="Tax years">${years.map((one) => choice(link(one, 1), yearText(one), one === year))}</nav>`}
${ofYear.length === 0 && noPayslips}
${
  year &&
  ofYear.length > 0 &&
  html`<table id="payslip-table" class="stack"><caption class="note">Payslips of ${job.employer.name}, tax year ${yearText(year)}</caption>
<thead><tr><th scope="col">Pay date</th><th scope="col">Period</th><th scope="col" class="amount">Gross pay</th><th scope="col" class="amount">Deductions</th><th scope="col" class="amount">Net pay</th><th scope="col">Payslip</th></tr></thead>
<tbody>${rows.map(row)}</tbody></table>
<nav id="pager" class="row" aria-label="Pages"><span>${current > 1 && html`<a id="previous-page" rel="prev" href="${link(year, current - 1)}">Newer</a>`}</span><span id="page-number" data-page="${current}" data-pages="${pages}">Page ${current} of ${pages}, ${ofYear.length} payslips</span><span>${current < pages && html`<a id="next-page" rel="next" href="${link(year, current + 1)}">Older</a>`}</span></nav>`
}`
}

const choice = (href: string, text: string, isCurrent: boolean) =>
  html`<a href="${href}"${isCurrent && html` aria-current="true"`}>${text}</a>`

const employers = (jobs: PersonJob[], job: PersonJob) =>
  html`<nav id="employers" class="choices" aria-label="Employers">${jobs.map((one, n) =>
    choice(`${tenantPath()}/portal/payslips?employment=${n + 1}`, one.employer.name, one === job),
  )}</nav>`

function row({ id, payslip }: PayRecord) {
  const { payDate, start, end, grossPay, totalDeductions, netPay } = payslip
  return html`<tr id="payslip-${id}" data-pay-date="${payDate}"><td class="pay-date nowrap"><strong>${formatDate(payDate)}</strong></td><td class="period" data-label="Period">${formatDate(start)} to ${formatDate(end)}</td><td class="amount gross-pay" data-label="Gross pay">£${grouped(grossPay)}</td><td class="amount deductions" data-label="Deductions">£${grouped(totalDeductions)}</td><td class="amount net-pay" data-label="Net pay">£${grouped(netPay)}</td><td class="links"><a class="view" href="${tenantPath()}/portal/payslips/${id}">View</a> <a class="download" href="${tenantPath()}/portal/payslips/${id}.pdf">PDF</a></td></tr>`
}

/** Renders one payslip with the same figures as its PDF. */
export function payslipPage({ id, person, job, payslip }: PayRecord): SafeHtml {
  const { yearToDate } = payslip
  return html`<p><a class="button" id="download-pdf" href="${tenantPath()}/portal/payslips/${id}.pdf">Download PDF</a></p>
<dl class="facts card" id="payslip-facts">
${facts([
  ['employee', 'Employee', `${person.forename} ${person.surname}`],
  ['employer', 'Employer', job.employer.name],
  ['payroll-number', 'Payroll number', job.payrollNumber],
  ['paye-reference', 'PAYE reference', job.employer.payeReference],
  ['ni-number', 'NI number', person.niNumber],
  ['tax-code', 'Tax code', taxCodeText(payslip)],
  ['ni-category', 'NI category', payslip.niLetter],
  ['pay-date', 'Pay date', formatDate(payslip.payDate)],
  ['pay-period', 'Period', `${formatDate(payslip.start)} to ${formatDate(payslip.end)}`],
  ['tax-period', 'Tax period', String(payslip.taxPeriod)],
])}</dl>
${amounts('payments', 'Payments', payslip.payments, ['gross-pay', 'Gross pay', payslip.grossPay])}
${amounts('deductions', 'Deductions', payslip.deductions, ['total-deductions', 'Total deductions', payslip.totalDeductions])}
<p class="card"><strong>Net pay <span id="net-pay">£${grouped(payslip.netPay)}</span></strong></p>
${amounts('year-to-date', `Tax year ${yearText(payslip.taxYear)} so far`, [
  { description: 'Gross pay', amount: yearToDate.grossPay },
  { description: 'Taxable pay', amount: yearToDate.taxablePay },
  { description: 'Income tax', amount: yearToDate.incomeTax },
  { description: 'National Insurance', amount: yearToDate.employeeNi },
  { description: 'Pension', amount: yearToDate.employeePension },
  { description: 'Net pay', amount: yearToDate.netPay },
])}`
}

const facts = (list: [id: string, label: string, value: string][]) =>
  list.map(([id, label, value]) => html`<dt>${label}</dt><dd id="${id}">${value}</dd>`)

function amounts(
  id: string,
  title: string,
  lines: { description: string; amount: PenceAmount }[],
  total?: [id: string, label: string, amount: PenceAmount],
) {
  return html`<h2>${title}</h2><table id="${id}"><tbody>${lines.map(
    ({ description, amount }) =>
      html`<tr><th scope="row">${description}</th><td class="amount">£${grouped(amount)}</td></tr>`,
  )}</tbody>${total && html`<tfoot><tr><th scope="row">${total[1]}</th><td class="amount" id="${total[0]}"><strong>£${grouped(total[2])}</strong></td></tr></tfoot>`}</table>`
}

export function detailsPage(
  person: SimulatedPerson,
  jobs: PersonJob[],
  home: PostalAddress,
  today: IsoDate,
): SafeHtml {
  return html`<dl class="facts card" id="details">${facts([
    ['full-name', 'Name', `${person.title} ${person.forename} ${person.surname}`],
    ['date-of-birth', 'Date of birth', formatDate(person.dateOfBirth)],
    ['ni-number', 'NI number', person.niNumber],
    ['home-address', 'Address', address(home)],
    ['email', 'E-mail', person.email],
    ['phone', 'Phone', `+${person.phone}`],
  ])}</dl>
${jobs.map((job, n) => employment(job, n + 1, leaveDateOn(job, today)))}`
}

const employment = (job: PersonJob, number: number, leaveDate: IsoDate | null) =>
  html`<h2>Employment ${number}</h2><dl class="facts card" id="employment-${number}">
<dt>Employer</dt><dd class="employer">${job.employer.name}</dd><dt>Address</dt><dd class="employer-address">${address(job.employer.address)}</dd>
<dt>Role</dt><dd class="role">${job.role}, ${job.department}</dd><dt>Payroll number</dt><dd class="payroll-number">${job.payrollNumber}</dd>
<dt>Started</dt><dd class="start-date">${formatDate(job.startDate)}</dd>${leaveDate !== null && html`<dt>Left</dt><dd class="leave-date">${formatDate(leaveDate)}</dd>`}</dl>`
