import { type Html, html, page } from '../pages.ts'
import type { Person } from '../people/types.ts'
import { providerIds, providers } from '../providers/catalogue.ts'
import { errors } from '../providers/errors.ts'
import { rightCode } from '../providers/second-factors.ts'
import type { ProviderId, Switches } from '../providers/types.ts'
import { manners, passwords } from './texts.ts'

type Matter = {
  /** Under which the reader came here. */
  address: string
  now: Date
  span: { begins: string; ends: string }
  people: Person[]
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

export function indexPage(matter: Matter): string {
  const bodies: Record<string, Html> = {
    providers: providersSection(matter),
    people: peopleSection(matter),
    passwords: passwordsSection,
    'second-steps': secondStepsSection,
    errors: errorsSection,
    clock: clockSection(matter),
    switches: switchesSection(matter),
    inbox: inboxSection(matter),
    demo: demoSection,
    documents: documentsSection(matter),
  }
  return page({
    title: 'Payproof sandbox',
    body: html`<header class="bar">Payproof sandbox</header><main>
<h1>A country of invented people</h1>
<p>This program plays payroll providers, a payroll bureau and the tax authority of an invented United Kingdom. Nobody here is real. The same person has the same wages, employers, numbers and addresses at every provider, on every payslip and bank statement and in the tax record. The user name picks the person, and the password picks what happens. All addresses begin with <code>${matter.address}</code>.</p>
<nav class="choices" aria-label="On this page">${sections.map(([id, title]) => html`<a href="#${id}">${title}</a>`)}</nav>
${sections.map(([id, title]) => html`<section id="${id}"><h2>${title}</h2>${bodies[id]}</section>`)}
</main>`,
  })
}

const table = (titles: string[], rows: Html[]) =>
  html`<table class="stack"><thead><tr>${titles.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`

function providersSection({ switches }: Matter): Html {
  const rows = providerIds.map((id) => {
    const { name, path, maxLoginAttempts } = providers[id]
    const { isDown, slowMs } = switches.state(id)
    const { kind, entry } = manners[id]
    const attempts =
      id === 'sandbox-bureau' ? 'has no passwords' : `locks at wrong password ${maxLoginAttempts}`
    return html`<tr id="${id}"><td><strong>${name}</strong><br><code>${id}</code></td><td>${kind}</td>
<td><code>${path}</code><br><span class="note">begins with ${entry}</span></td>
<td>${attempts}${isDown && html` <span class="badge bad">down</span>`}${slowMs > 0 && html` <span class="badge">${slowMs / 1_000} s slow</span>`}</td></tr>`
  })
  return html`${table(['Provider', 'How it works', 'Address', 'State'], rows)}
<p class="note">Look around in the <a href="/portal/">staff portal</a> with a browser. Locked accounts are opened again at <code>/reset</code> of a provider with the date of birth. Programs are known to OAuth2 as <code>payproof-sandbox</code> with the secret <code>payproof-sandbox-secret</code>, and may send people back to <code>/oauth2/callback</code> on any port of this machine.</p>`
}

function peopleSection({ people }: Matter): Html {
  const rows = people.map(
    (person) =>
      html`<tr><td><a href="/people/${person.userName}">${person.userName}</a></td><td>${person.about}</td><td class="nowrap">${person.memorableDate}<br>${person.memorableWord}</td></tr>`,
  )
  return html`<p>Sign in with the user name and the password <code>pass</code>, at every provider. Besides these there are <a href="/people/person.1">person.1</a>, <a href="/people/person.2">person.2</a> and so on, as many as you like, and people of your own (scenarios, below).</p>
${table(['User name', 'Story', 'Memorable date and word'], rows)}`
}

const passwordsSection = html`${table(
  ['Password', 'What happens'],
  passwords.map(
    ([password, effect]) => html`<tr><td class="nowrap"><code>${password}</code></td><td>${effect}</td></tr>`,
  ),
)}<p class="note">Any other password is wrong, and so is an error that the provider does not have.</p>`

const secondStepsSection = html`${table(
  ['Asked for', 'Right answer'],
  [
    html`<tr><td>A code</td><td><code>${rightCode}</code>, for everybody and everywhere</td></tr>`,
    html`<tr><td>The memorable date</td><td>In the table of people; written as the provider says, for example <code>${providers['sandbox-payroll'].dateFormat}</code></td></tr>`,
    html`<tr><td>Characters of the memorable word</td><td>In the table of people; positions count from 1</td></tr>`,
  ],
)}<p class="note">Three wrong answers or five minutes end the attempt. The tax authority asks everybody for a code.</p>`

const where = (ids: readonly ProviderId[]) =>
  ids.length === providerIds.length ? 'everywhere' : ids.map((id) => id.replace('sandbox-', '')).join(', ')

const errorsSection = table(
  ['Code', 'Status', 'What it says', 'When it happens by itself'],
  Object.entries(errors).map(
    ([code, { status, text, when, providers: ids }]) =>
      html`<tr id="error-${code}"><td class="nowrap"><code>${code}</code></td><td data-label="Status">${status}</td><td>${text}<br><span class="note">${where(ids)}</span></td><td>${when}</td></tr>`,
  ),
)

/** A line to be copied; what changes something has to say that it sends JSON. */
function curl(
  { address, needsKey }: Matter,
  method: string,
  path: string,
  body?: unknown,
  ...more: string[]
): Html {
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

function clockSection(matter: Matter): Html {
  const { begins, ends } = matter.span
  return html`<p>It is now <strong><time id="now">${matter.now.toISOString().slice(0, 19)}Z</time></strong> in the sandbox. The time goes on by itself and can be moved between ${begins} and ${ends}: new payslips and statements exist, sessions end. Set it, move it on by a month, and put it back to how it was at the start:</p>
${curl(matter, 'PUT', '/controls/clock', { now: '2026-12-01T09:00:00Z' })}
${curl(matter, 'PUT', '/controls/clock', { advance: 'P1M' })}
${curl(matter, 'DELETE', '/controls/clock')}`
}

function switchesSection(matter: Matter): Html {
  const line = (text: string, ...lines: Html[]) => html`<p>${text}</p>${lines}`
  const path = '/controls/providers/sandbox-payroll'
  return html`${line('See how the providers are; take one down; make it slow; set it right again:', curl(matter, 'GET', '/controls/providers'), curl(matter, 'PATCH', path, { is_down: true }), curl(matter, 'PATCH', path, { slow_seconds: 3 }), curl(matter, 'PATCH', path, { is_down: false, slow_seconds: 0 }))}
${line('End the sessions of everybody, or of one person; open locked accounts:', curl(matter, 'DELETE', `${path}/sessions`), curl(matter, 'DELETE', `${path}/sessions?user_name=wilhelmina.oakapple`), curl(matter, 'POST', `${path}/unlock`))}
${line('Let a person behave as if another password had been given, also where none is asked for:', curl(matter, 'PUT', '/controls/providers/sandbox-bureau/behaviours/wilhelmina.oakapple', { behaviour: 'error:maintenance' }), curl(matter, 'DELETE', '/controls/providers/sandbox-bureau/behaviours/wilhelmina.oakapple'))}
${line('Add a person of your own, who may have far more of a story; see all of them; take them away:', curl(matter, 'POST', '/controls/scenarios', scenario), curl(matter, 'GET', '/controls/scenarios'), curl(matter, 'DELETE', '/controls/scenarios'))}
${line('Everything as at the start:', curl(matter, 'POST', '/controls/reset'))}`
}

/** The least that makes a person with payslips. */
const scenario = {
  person: { user_name: 'jemima.testwell' },
  jobs: [{ employer: { name: 'Testwell & Daughters Ltd' }, pay: { salary: '30000.00' } }],
  behaviour: 'mfa:code',
}

function inboxSection(matter: Matter): Html {
  return html`<p>An inbox receives webhooks in your place, shows them, verifies their signatures and decrypts them. Any name makes one: give <code>${matter.address}/inbox/acme</code> to a webhook as its <code>url</code>, then open <a href="/inbox/acme">/inbox/acme</a>, or see <a href="/inbox">all inboxes</a>. It can also fail for you, here the next three times:</p>
${curl(matter, 'PUT', '/inbox/acme/behaviour', { status: 503, delay_seconds: 2, times: 3 })}`
}

const demoSection = html`<p>A page that embeds the journey as a dialog or inline, under a strict content security policy, and lists every event that it hears: <a href="/demo">/demo</a>. People who come back after a journey can be sent to <a href="/demo/callback">/demo/callback</a>, which shows what came with them.</p>`

function documentsSection(matter: Matter): Html {
  const userName = matter.people[0]?.userName ?? ''
  const papers: [text: string, kind: string, more: string][] = [
    ['The latest payslip', 'payslip', ''],
    ['In another layout', 'payslip', '&layout=hospital'],
    ['Printed by a browser', 'payslip', '&producer=chromium'],
    ['Scanned', 'payslip', '&scan=200'],
    ['With an amount edited', 'payslip', '&tamper=edited-amount'],
    ['The latest bank statement', 'statement', ''],
    ['At another bank', 'statement', '&layout=willow'],
    ['With a sum that does not add up', 'statement', '&tamper=wrong-arithmetic'],
  ]
  const rows = papers.map(([text, kind, more]) => {
    const query = `?user_name=${userName}${more}`
    return html`<tr><td>${text}</td><td class="links"><a href="/controls/documents/${kind}${query}">PDF</a> <a href="/controls/documents/${kind}.json${query}">the right answer</a></td></tr>`
  })
  return html`<p>Payslips and bank statements as real PDFs, of anybody, in any of <a href="/controls/layouts">these layouts</a>, each with the right answer as JSON; scanned, or tampered with in seven ways.</p>${table(['Paper', 'Look'], rows)}
${curl(matter, 'GET', `/controls/documents/payslip?user_name=${userName}&pay_date=2026-05-29`, undefined, '-o payslip.pdf')}`
}
