import type { IsoDate } from '../calendar.ts'
import { grouped } from '../money.ts'
import { html, page, type SafeHtml } from '../pages.ts'
import type { GeneratedStatement, PersonJob, SimulatedPerson } from '../people/types.ts'
import type { PayRecord } from '../providers/pay-records.ts'
import { taxCodeText } from '../providers/payslip-json.ts'
import { correctCode } from '../providers/second-factors.ts'

type PersonPageData = {
  person: SimulatedPerson
  today: IsoDate
  /** Pay records, newest first. */
  records: PayRecord[]
  /** Bank statements, newest first. */
  statements: GeneratedStatement[]
}

const maxShown = 6

export function personPage({ person, today, records, statements }: PersonPageData): string {
  const { userName } = person
  const facts: [label: string, value: string][] = [
    ['User name', userName],
    ['Password', 'pass, or another that selects what happens'],
    ['Code', correctCode],
    ['Memorable date', person.memorableDate],
    ['Memorable word', person.memorableWord],
    ['Date of birth', person.dateOfBirth],
    ['NI number', person.niNumber],
    ['Unique tax reference', person.uniqueTaxReference],
    ['E-mail, phone', `${person.email}, +${person.phone}`],
    ...person.addresses.map(({ from, street, city, postCode, country }, n): [string, string] => [
      n === 0 ? 'Address' : `From ${from}`,
      [street, city, postCode, country].join(', '),
    ]),
  ]
  return page({
    title: `${person.forename} ${person.surname}`,
    body: html`<header class="bar"><a href="/">Payproof sandbox</a><small>person</small></header><main>
<h1>${person.title} ${person.forename} ${person.surname}</h1>
<p>${person.about}</p>
<dl class="facts card">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<h2>Jobs</h2>
${person.jobs.length === 0 ? html`<p>None.</p>` : person.jobs.map((job) => jobCard(job, today))}
<h2>Latest payslips</h2>
${records.length === 0 ? html`<p>None by ${today}.</p>` : payslips(person, records.slice(0, maxShown))}
<h2>Latest bank statements</h2>
${statements.length === 0 ? html`<p>None by ${today}.</p>` : statementsTable(userName, statements.slice(0, maxShown))}
<p>Everything as JSON: <a href="/controls/people/${userName}">the person</a>, <a href="/controls/people/${userName}/payslips">${records.length} payslips</a>, <a href="/controls/people/${userName}/statements">${statements.length} statements</a>.</p>
</main>`,
  })
}

function jobCard(job: PersonJob, today: IsoDate): SafeHtml {
  const pay =
    'annual' in job.pay ? `£${grouped(job.pay.annual)} a year` : `£${grouped(job.pay.hourly)} an hour`
  const until = job.leaveDate === null ? '' : ` to ${job.leaveDate}`
  const code = job.employment.taxCodes.findLast(({ from }) => from <= today) ?? job.employment.taxCodes[0]
  return html`<div class="card"><h3>${job.role}, ${job.employer.name}</h3><dl class="facts">
<dt>Since</dt><dd>${job.startDate}${until}</dd><dt>Pay</dt><dd>${pay}, ${job.employment.frequency.replace('_', ' ')}</dd>
<dt>Tax code</dt><dd>${code?.code ?? 'none'}</dd><dt>Payroll number</dt><dd>${job.payrollNumber}</dd><dt>PAYE reference</dt><dd>${job.employer.payeReference}</dd></dl></div>`
}

const documentLinks = (kind: string, query: string) =>
  html`<a href="/controls/documents/${kind}?${query}">PDF</a> <a href="/controls/documents/${kind}.json?${query}">ground truth</a>`

function payslips(person: SimulatedPerson, records: PayRecord[]): SafeHtml {
  const rows = records.map(({ job, payslip }) => {
    const query = `user_name=${person.userName}&job=${person.jobs.indexOf(job) + 1}&pay_date=${payslip.payDate}`
    return html`<tr><td class="nowrap"><strong>${payslip.payDate}</strong></td><td>${job.employer.name}</td><td data-label="Tax code">${taxCodeText(payslip)}</td><td class="amount" data-label="Gross">£${grouped(payslip.grossPay)}</td><td class="amount" data-label="Net">£${grouped(payslip.netPay)}</td><td class="links">${documentLinks('payslip', query)}</td></tr>`
  })
  return html`<table class="stack"><thead><tr><th>Paid on</th><th>Employer</th><th>Tax code</th><th class="amount">Gross</th><th class="amount">Net</th><th>Document</th></tr></thead><tbody>${rows}</tbody></table>`
}

function statementsTable(userName: string, statements: GeneratedStatement[]): SafeHtml {
  const rows = statements.map(({ end, transactions, openingBalance, closingBalance }) => {
    const query = `user_name=${userName}&month=${end.slice(0, 7)}`
    return html`<tr><td class="nowrap"><strong>${end.slice(0, 7)}</strong></td><td class="amount" data-label="Lines">${transactions.length}</td><td class="amount" data-label="Opening">£${grouped(openingBalance)}</td><td class="amount" data-label="Closing">£${grouped(closingBalance)}</td><td class="links">${documentLinks('statement', query)}</td></tr>`
  })
  return html`<table class="stack"><thead><tr><th>Month</th><th class="amount">Lines</th><th class="amount">Opening</th><th class="amount">Closing</th><th>Document</th></tr></thead><tbody>${rows}</tbody></table>`
}
