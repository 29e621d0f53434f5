import { type Html, html, page, pageHeaders } from '../pages.ts'
import type { Arrival, Inbox } from './inboxes.ts'
import { type Reading, read, type Verdict } from './inspect-delivery.ts'

/** The forms of these pages are known by their origin, which a browser leaves out for `no-referrer`. */
export const inboxPageHeaders = { ...pageHeaders, 'referrer-policy': 'same-origin' }

const perPage = 10
const mostShown = 64 * 2 ** 10

const bar = html`<header class="bar"><a href="/">Payproof sandbox</a><small>webhook inbox</small></header>`

export function inboxesPage(inboxes: Inbox[]): string {
  const rows = inboxes.map(
    ({ name, arrivals }) =>
      html`<tr><td><a href="/inbox/${name}">${name}</a></td><td class="amount">${arrivals.length}</td><td>${arrivals.at(-1)?.receivedAt.toISOString() ?? 'nothing yet'}</td></tr>`,
  )
  return page({
    title: 'Webhook inboxes',
    body: html`${bar}<main>
<h1>Webhook inboxes</h1>
<p>An inbox receives webhooks in your place: it keeps them, verifies them, decrypts them and answers as you tell it to. Any name will do.</p>
<form class="card inline" method="get" action="/inbox"><label>Name <input name="name" required pattern="[A-Za-z0-9_\\-]{1,64}" maxlength="64" autocapitalize="none" spellcheck="false" placeholder="acme"></label><button>Open</button></form>
${rows.length > 0 && html`<div class="scroll"><table><thead><tr><th>Inbox</th><th class="amount">Deliveries</th><th>Last</th></tr></thead><tbody>${rows}</tbody></table></div>`}
</main>`,
  })
}

export function inboxPage(inbox: Inbox, { address, number }: { address: string; number: number }): string {
  const { name, arrivals } = inbox
  const pages = Math.max(1, Math.ceil(arrivals.length / perPage))
  const current = Math.min(Math.max(number, 1), pages)
  const shown = arrivals.toReversed().slice((current - 1) * perPage, current * perPage)
  return page({
    title: `Inbox ${name}`,
    body: html`${bar}<main>
<h1>Inbox ${name}</h1>
<p>Deliveries go to this address; give it to a webhook as its <code>url</code>:</p>
<pre class="wrap">${address}</pre>
<p>${answersWith(inbox)}</p>
${keysForm(inbox)}
<div class="row"><h2>${arrivals.length === 0 ? 'No deliveries yet' : `Deliveries (${arrivals.length})`}</h2><a href="/inbox/${name}">Look again</a></div>
${shown.map((arrival) => article(arrival, inbox))}
${pages > 1 && pager(name, current, pages)}
${arrivals.length > 0 && html`<form method="post" action="/inbox/${name}/empty"><button class="plain">Delete all deliveries</button></form>`}
</main>`,
  })
}

function answersWith({ answering }: Inbox): Html {
  if (!answering) return html`It answers <strong>200</strong> at once.`
  const { status, delaySeconds, timesLeft } = answering
  return html`It answers <strong>${status}</strong>${delaySeconds > 0 ? ` after ${delaySeconds} s` : ' at once'}${timesLeft !== undefined && `, ${timesLeft} more times, then 200`}.`
}

const counted = (count: number, noun: string) => `${count || 'no'} ${noun}${count === 1 ? '' : 's'}`

function keysForm({ name, keys: { signingSecrets, encryptionKeys } }: Inbox): Html {
  const isSet = signingSecrets.length + encryptionKeys.length > 0
  const state = `${counted(signingSecrets.length, 'signing secret')} and ${counted(encryptionKeys.length, 'encryption key')} set`
  return html`<details class="card"${!isSet && html` open`}><summary>Secrets: ${state}</summary>
<p class="note">What you gave to the webhook, one to a line; during a rotation both. They replace those that are set and are not shown again.</p>
<form method="post" action="/inbox/${name}/keys">
<label>Signing secrets <textarea name="signing_secrets" rows="2" autocapitalize="none" autocomplete="off" spellcheck="false"></textarea></label>
<label>Encryption keys, Base64 <textarea name="encryption_keys" rows="2" autocapitalize="none" autocomplete="off" spellcheck="false"></textarea></label>
<button>Set</button></form></details>`
}

const verdicts: Record<Verdict, Html> = {
  verified: html`<span class="badge good">verified</span>`,
  refused: html`<span class="badge bad">refused</span>`,
  'not-sent': html`<span class="badge">not sent</span>`,
  'not-checked': html`<span class="badge">not checked</span>`,
}

function article(arrival: Arrival, inbox: Inbox): Html {
  const reading = read(arrival, inbox.keys)
  const before = inbox.arrivals.filter(
    ({ number, headers }) => number < arrival.number && headers['webhook-id'] === reading.webhookId,
  ).length
  const isRepeated = reading.webhookId !== undefined && before > 0
  return html`<article class="card" id="delivery-${arrival.number}">
<div class="row"><h3>${reading.event ?? 'Unknown event'}${reading.isTombstone && ' (erased)'}</h3>${outcome(reading, inbox)}</div>
${reading.problems.map((problem) => html`<p class="error">${problem}.</p>`)}
<dl class="facts">
<dt>Arrived</dt><dd><time>${arrival.receivedAt.toISOString()}</time>, answered ${arrival.answered}</dd>
<dt>webhook-id</dt><dd><code>${reading.webhookId ?? 'none'}</code>${isRepeated && ` seen ${counted(before, 'time')} before`}</dd>
<dt>Attempt</dt><dd>${reading.attempt ?? 'not said'}</dd>
<dt>Sequence</dt><dd>${reading.sequence ?? 'not counted'}${reading.isTest && ' (a test)'}</dd>
<dt>webhook-signature</dt><dd>${verdicts[reading.signatures.standard]}</dd>
<dt>X-Svc-Signature</dt><dd>${verdicts[reading.signatures.hexadecimal]}</dd>
${reading.signatures.next !== 'not-sent' && html`<dt>X-Svc-Signature-Next</dt><dd>${verdicts[reading.signatures.next]}</dd>`}
<dt>Body</dt><dd>${arrival.body.length.toLocaleString('en-GB')} bytes, ${encryption(reading)}</dd>
</dl>
${reading.text !== null && html`<pre class="wrap">${excerpt(reading.text)}</pre>`}
<details><summary>As it came: headers and body</summary>
<pre class="wrap">${Object.entries(arrival.headers).map(([name, value]) => `${name}: ${value}\n`)}
${excerpt(arrival.body.toString())}</pre></details>
</article>`
}

function outcome({ isAccepted }: Reading, { keys }: Inbox): Html {
  if (isAccepted) return html`<span class="badge good">accepted</span>`
  if (keys.signingSecrets.length === 0) return html`<span class="badge">not verified</span>`
  return html`<span class="badge bad">refused</span>`
}

function encryption({ isEncrypted, isDecrypted }: Reading) {
  if (!isEncrypted) return 'not encrypted'
  return isDecrypted ? 'encrypted, opened with a key' : 'encrypted, not opened'
}

const excerpt = (text: string) =>
  text.length > mostShown
    ? `${text.slice(0, mostShown)}\n… (cut here; the JSON of this inbox has it all)`
    : text

function pager(name: string, current: number, pages: number): Html {
  return html`<nav class="row" aria-label="Pages">
${current > 1 ? html`<a href="/inbox/${name}?page=${current - 1}">Newer</a>` : html`<span></span>`}
<span>Page ${current} of ${pages}</span>
${current < pages ? html`<a href="/inbox/${name}?page=${current + 1}">Older</a>` : html`<span></span>`}
</nav>`
}
