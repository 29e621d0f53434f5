import { html, page, type SafeHtml } from '../pages.ts'
import type { SimulatedPerson } from '../people/types.ts'
import { providerIds, providers } from '../providers/catalogue.ts'
import { errors } from '../providers/errors.ts'
import { correctCode } from '../providers/second-factors.ts'
import type { ProviderId, Switches } from '../providers/types.ts'
import { passwords, providerIntroductions } from './texts.ts'

type IndexPageData = {
  /** Base URL of the sandbox as the visitor's browser reaches it. */
  address: string
  now: Date
  worldDates: { startDate: string; endDate: string }
  people: SimulatedPerson[]
  switches: Switches
  needsKey: boolean
}

const sections: [id: string, title: string][] = [
  ['providers', 'Providers'],
  ['people', 'People'],
  ['passwords', 'Passwords'],
  ['second-steps', 'Second steps'],
  ['errors', 'Errors'],
  ['clock', 'Clock'],
  ['switches', 'Switches'],
  ['inbox', 'Webhook inbox'],
  ['demo', 'A lender’s page'],
  ['documents', 'Documents'],
]

export function indexPage(data: IndexPageData): string {
  const bodies: Record<string, SafeHtml> = {
    providers: providersSection(data),
    people: peopleSection(data),
    passwords: passwordsSection,
    'second-steps': secondStepsSection,
    errors: errorsSection,
    clock: clockSection(data),
    switches: switchesSection(data),
    inbox: inboxSection(data),
    demo: demoSection,
    documents: documentsSection(data),
  }
  return page({
    title: 'Payproof sandbox',
    body: html`<header class="bar">Payproof sandbox</header><main>
<h1>A simulated world of invented people</h1>
<p>The sandbox simulates payroll providers, a payroll bureau and the tax authority. All people are invented. A person has the same pay, employers, identifiers and addresses at every provider, on every payslip and bank statement and in the tax record. The user name selects the person, and the password selects what happens. All URLs start with <code>${data.address}</code>.</p>
<nav class="choices" aria-label="On this page">${sections.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>
${sections.map(([id, title]) => html`<section id="${id}"><h2>${title}</h2>${bodies[id]}</section>`)}
</main>`,
  })
}

const table = (titles: string[], rows: SafeHtml[]) =>
  html`<table class="stack"><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`

function providersSection({ switches }: IndexPageData): SafeHtml {
  const rows = providerIds.map((id) => {
    const { name, path, maxLoginAttempts } = providers[id]
    const { isDown, slowMs } = switches.state(id)
    const { kind, entry } = providerIntroductions[id]
    const attempts =
      id === 'sandbox-bureau' ? 'no passwords' : `locks after ${maxLoginAttempts} wrong passwords`
    return html`<tr id="${id}"><td><strong>${name}</strong><br><code>${id}</code></td><td>${kind}</td>
<td><code>${path}</code><br><span class="note">begins with ${entry}</span></td>
<td>${attempts}${isDown && html` <span class="badge bad">down</span>`}${slowMs > 0 && html` <span class="badge">${slowMs / 1_000} s slow</span>`}</td></tr>`
  })
  return html`${table(['Provider', 'How it works', 'Address', 'State'], rows)}
<p class="note">You can open the <a href="/portal/">staff portal</a> in a browser. Unlock an account at <code>/reset</code> of its provider with the date of birth. Clients authenticate to OAuth2 as <code>payproof-sandbox</code> with the secret <code>payproof-sandbox-secret</code>, and may redirect to <code>/oauth2/callback</code> on any loopback port.</p>`
}

function peopleSection({ people }: IndexPageData): SafeHtml {
  const rows = people.map(
    (person) =>
      html`<tr><td><a href="/people/${person.userName}">${person.userName}</a></td><td>${person.about}</td><td class="nowrap">${person.memorableDate}<br>${person.memorableWord}</td></tr>`,
  )
  return html`<p>Sign in at any provider with the user name and the password <code>pass</code>. In addition to the people below there are <a href="/people/person.1">person.1</a>, <a href="/people/person.2">person.2</a> and so on, up to ten million, and people you add yourself (see scenarios below).</p>
${table(['User name', 'Description', 'Memorable date and word'], rows)}`
}

const passwordsSection = html`${table(
  ['Password', 'What happens'],
  passwords.map(
    ([password, effect]) => html`<tr><td class="nowrap"><code>${password}</code></td><td>${effect}</td></tr>`,
  ),
)}<p class="note">Any other password is wrong, and so is an error that the provider does not support.</p>`

const secondStepsSection = html`${table(
  ['Second factor', 'Correct answer'],
  [
    html`<tr><td>A code</td><td><code>${correctCode}</code> for everyone at every provider</td></tr>`,
    html`<tr><td>The memorable date</td><td>See the table of people; use the format of the provider, for example <code>${providers['sandbox-payroll'].dateFormat}</code></td></tr>`,
    html`<tr><td>Characters of the memorable word</td><td>See the table of people; positions start at 1</td></tr>`,
  ],
)}<p class="note">The attempt ends after three wrong answers or five minutes. The tax authority asks everyone for a code.</p>`

const providerNames = (ids: readonly ProviderId[]) =>
  ids.length === providerIds.length ? 'all providers' : ids.map((id) => id.replace('sandbox-', '')).join(', ')

const errorsSection = table(
  ['Code', 'Status', 'Message', 'When it happens'],
  Object.entries(errors).map(
    ([code, { status, text, when, providers: ids }]) =>
      html`<tr id="error-${code}"><td class="nowrap"><code>${code}</code></td><td data-label="Status">${status}</td><td>${text}<br><span class="note">${providerNames(ids)}</span></td><td>${when}</td></tr>`,
  ),
)

/**
 * Formats a curl command that the reader can copy. Requests that change something must have the content type
 * application/json.
 */
function curl(
  { address, needsKey }: IndexPageData,
  method: string,
  path: string,
  body?: unknown,
  ...more: string[]
): SafeHtml {
  const isWrite = body !== undefined || method === 'POST'
  const words = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...(needsKey ? ['-H "x-control-key: $CONTROL_KEY"'] : []),
    ...(isWrite ? ["-H 'content-type: application/json'"] : []),
    path.includes('?') ? `'${address}${path}'` : `${address}${path}`,
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body)}'`]),
    ...more,
  ]
  return html`<pre class="line">${words.join(' ')}</pre>`
}

function clockSection(data: IndexPageData): SafeHtml {
  const { startDate, endDate } = data.worldDates
  return html`<p>It is now <strong><time id="now">${data.now.toISOString().slice(0, 19)}Z</time></strong> in the sandbox. The clock runs in real time and can be moved between ${startDate} and ${endDate}; new payslips and statements appear and sessions expire. Set it, advance it by a month, or reset it:</p>
${curl(data, 'PUT', '/controls/clock', { now: '2026-12-01T09:00:00Z' })}
${curl(data, 'PUT', '/controls/clock', { advance: 'P1M' })}
${curl(data, 'DELETE', '/controls/clock')}`
}

function switchesSection(data: IndexPageData): SafeHtml {
  const line = (text: string, ...lines: SafeHtml[]) => html`<p>${text}</p>${lines}`
  const path = '/controls/providers/sandbox-payroll'
  return html`${line('List the providers, take one down, make it slow, and restore it:', curl(data, 'GET', '/controls/providers'), curl(data, 'PATCH', path, { is_down: true }), curl(data, 'PATCH', path, { slow_seconds: 3 }), curl(data, 'PATCH', path, { is_down: false, slow_seconds: 0 }))}
${line('End all sessions or those of one person, and unlock accounts:', curl(data, 'DELETE', `${path}/sessions`), curl(data, 'DELETE', `${path}/sessions?user_name=wilhelmina.oakapple`), curl(data, 'POST', `${path}/unlock`))}
${line('Override the behaviour of a person, as if another password had been used:', curl(data, 'PUT', '/controls/providers/sandbox-bureau/behaviours/wilhelmina.oakapple', { behaviour: 'error:maintenance' }), curl(data, 'DELETE', '/controls/providers/sandbox-bureau/behaviours/wilhelmina.oakapple'))}
${line('Add a person from a scenario, list all scenarios, and delete them:', curl(data, 'POST', '/controls/scenarios', scenario), curl(data, 'GET', '/controls/scenarios'), curl(data, 'DELETE', '/controls/scenarios'))}
${line('Reset everything:', curl(data, 'POST', '/controls/reset'))}`
}

/** A minimal scenario: a person with payslips. */
const scenario = {
  person: { user_name: 'jemima.testwell' },
  jobs: [{ employer: { name: 'Testwell & Daughters Ltd' }, pay: { salary: '30000.00' } }],
  behaviour: 'mfa:code',
}

function inboxSection(data: IndexPageData): SafeHtml {
  return html`<p>An inbox receives webhooks in your place, shows them, verifies their signatures and decrypts them. Any name creates one: use <code>${data.address}/inbox/acme</code> as the <code>url</code> of a webhook, then open <a href="/inbox/acme">/inbox/acme</a>, or see <a href="/inbox">all inboxes</a>. It can also simulate failures, for example for the next three deliveries:</p>
${curl(data, 'PUT', '/inbox/acme/behaviour', { status: 503, delay_seconds: 2, times: 3 })}`
}

const demoSection = html`<p>A page that embeds the journey as a dialog or inline, under a strict content security policy, and lists every event it receives: <a href="/demo">/demo</a>. People who return from a journey can be sent to <a href="/demo/callback">/demo/callback</a>, which shows the parameters.</p>`

function documentsSection(data: IndexPageData): SafeHtml {
  const userName = data.people[0]?.userName ?? ''
  const examples: [text: string, kind: string, more: string][] = [
    ['The latest payslip', 'payslip', ''],
    ['In another layout', 'payslip', '&layout=hospital'],
    ['Printed by a browser', 'payslip', '&producer=chromium'],
    ['Scanned', 'payslip', '&scan=200'],
    ['Photographed', 'payslip', '&photo=hard'],
    ['With an amount edited', 'payslip', '&tamper=edited-amount'],
    ['The latest bank statement', 'statement', ''],
    ['At another bank', 'statement', '&layout=willow'],
    ['With totals that do not add up', 'statement', '&tamper=wrong-arithmetic'],
  ]
  const rows = examples.map(([text, kind, more]) => {
    const query = `?user_name=${userName}${more}`
    return html`<tr><td>${text}</td><td class="links"><a href="/controls/documents/${kind}${query}">PDF</a> <a href="/controls/documents/${kind}.json${query}">ground truth</a></td></tr>`
  })
  return html`<p>Payslips and bank statements of any person as PDF, in any of <a href="/controls/layouts">these layouts</a>, each with its ground truth as JSON. They can be scanned, or tampered with in seven ways.</p>${table(['Document', 'Files'], rows)}
${curl(data, 'GET', `/controls/documents/payslip?user_name=${userName}&pay_date=2026-05-29`, undefined, '-o payslip.pdf')}`
}
