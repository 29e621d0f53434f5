import type { IncomeSummary } from '@payproof/sdk'
import type { Application } from './applications.ts'
import type { Assessment, Figure } from './assessment.ts'
import { type Answers, fields } from './form.ts'

/** Markup that is safe to send; only `html` creates it. */
type Html = { readonly markup: string }
type Part = Html | string | number | undefined | readonly Part[]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function show(part: Part): string {
  if (part === undefined) return ''
  if (typeof part !== 'object') return String(part).replace(/[&<>"]/g, (letter) => entities[letter] ?? '')
  return 'markup' in part ? part.markup : part.map(show).join('')
}

/** Template tag that escapes every value unless it was created by `html`. Attributes must be double-quoted. */
const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: String.raw({ raw: texts }, ...parts.map(show)),
})

const page = (title: string, body: Html, scripts: string[] = []) =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Thistledown Loans</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/lender.css">
${scripts.map((address) => html`<script src="${address}" defer></script>\n`)}</head>
<body>
<header><a href="/"><img src="/icon.svg" alt="" width="32" height="32">Thistledown Loans</a><small>an example</small></header>
<main>${body}</main>
<footer>An invented lender. No money is lent.</footer>
</body>
</html>
`.markup

export function formPage(answers: Answers = {}, faults: Answers = {}) {
  const rows = fields.map(({ name, label, type, autocomplete }) => {
    const fault = faults[name]
    return html`<p><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${answers[name]}" maxlength="100" required
${fault && html`aria-invalid="true" aria-describedby="${name}-fault"`}>
${fault && html`<span class="declined" id="${name}-fault">${fault}</span>`}</p>`
  })
  return page(
    'Apply',
    html`<h1>A loan that fits your pay</h1>
<p>Tell us who you are, then show us your income. It takes about two minutes, and we never see a password.</p>
<form class="card" method="post" action="/applications" novalidate>${rows}
<button>Continue</button></form>`,
  )
}

const outcomes = {
  approved: 'Your loan is approved',
  referred: 'We need a closer look',
  declined: 'Not this time',
}

/** Renders the status page: the embedded journey, and the decision once there is one. */
export function applicationPage(application: Application, serviceOrigin: string) {
  const { reference, applicant, link, assessments, summary } = application
  const assessment = assessments.at(-1)
  return page(
    assessment ? outcomes[assessment.outcome] : 'Show us your income',
    html`<p class="quiet">Application ${reference} of ${applicant.forename} ${applicant.surname}</p>
${
  assessment
    ? decision(assessment)
    : html`<h1>Show us your income</h1>
<p>Sign in to your payroll, or share payslips or a bank statement. You choose what we see.</p>`
}
${assessment && summary && incomeSummary(summary)}
<section class="card" id="share" data-link="${link}" data-version="${assessments.length}">
<button type="button" id="open" ${assessment ? html`class="plain"` : undefined}>${assessment ? 'Share more' : 'Share my income'}</button>
<p id="status" role="status"></p>
<div id="journey"></div></section>
<form method="post" action="/applications/withdrawals"><button class="link">Withdraw and erase my data</button></form>`,
    [`${serviceOrigin}/journey.js`, '/apply.js'],
  )
}

function decision({ outcome, reasons, income, spending, repayment, left }: Assessment) {
  return html`<h1 class="${outcome}">${outcomes[outcome]}</h1>
${reasons.map((reason) => html`<p>${reason}</p>`)}
<section class="card" aria-labelledby="figures"><h2 id="figures">A month, as we worked it out</h2>
<table>${rows('Income', income, '+')}${rows('Spending', spending, '−')}${rows('This loan', [repayment], '−')}
<tbody class="total"><tr><th scope="row">Left over</th><td>${pounds(left)}</td></tr></tbody></table></section>`
}

/** Shows what Payproof found out about the income, with its warnings first. */
function incomeSummary({ income, coverage, findings }: IncomeSummary) {
  const average = income.averages.find(({ month_count }) => month_count === 3)
  return html`<section class="card" aria-labelledby="summary"><h2 id="summary">Your income</h2>
${findings.map(({ message }) => html`<p class="referred">${message}</p>`)}
<table><tbody>
${summaryRow('Gross pay a year', amount(income.annual_gross.amount))}
${summaryRow('Average net pay, last 3 months', amount(average?.net ?? null))}
${summaryRow('Months covered', `${coverage.months_complete} of ${coverage.months_requested}`)}
${summaryRow('Confidence', income.confidence)}
</tbody></table>
<p><a href="/application/report">Download the signed income report (PDF)</a></p></section>`
}

const summaryRow = (label: string, value: string) =>
  html`<tr><th scope="row">${label}</th><td>${value}</td></tr>\n`

const amount = (text: string | null) =>
  text === null ? 'not known yet' : pounds(Math.round(Number(text) * 100))

const rows = (title: string, figures: Figure[], sign: string) =>
  html`<tbody><tr><th scope="rowgroup" colspan="2" class="group">${title}</th></tr>
${figures.map(({ label, pence, source }) => html`<tr><th scope="row">${label}<small>${source}</small></th><td>${sign} ${pounds(pence)}</td></tr>`)}</tbody>`

const pounds = (pence: number) =>
  (pence / 100).toLocaleString('en-GB', { style: 'currency', currency: 'GBP' }).replace('-', '− ')

export const messagePage = (text: string) =>
  page('Sorry', html`<h1>${text}</h1><p><a href="/">To the beginning</a></p>`)
