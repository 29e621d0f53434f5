import { html, page, pageHeaders, type SafeHtml } from '../pages.ts'
import type { Inbox, InboxDelivery } from './inboxes.ts'
import { type DeliveryReport, inspectDelivery, type SignatureVerdict } from './inspect-delivery.ts'

/**
 * Response headers of inbox pages. Their forms are checked by the Origin header, which browsers omit with
 * `no-referrer`.
 */
export const inboxPageHeaders = { ...pageHeaders, 'referrer-policy': 'same-origin' }

const perPage = 10
const maxExcerptLength = 64 * 2 ** 10

const bar = html`<header class="bar"><a href="/">Payproof sandbox</a><small>webhook inbox</small></header>`

export function inboxesPage(inboxes: Inbox[]): string {
  const rows = inboxes.map(
    ({ name, deliveries }) =>
      html`<tr><td><a href="/inbox/${name}">${name}</a></td><td class="amount">${deliveries.length}</td><td>${deliveries.at(-1)?.receivedAt.toISOString() ?? 'nothing yet'}</td></tr>`,
  )
  return page({
    title: 'Webhook inboxes',
    body: html`${bar}<main>
<h1>Webhook inboxes</h1>
<p>An inbox receives webhooks in your place: it stores, verifies and decrypts them, and replies as you configure. You can use any name.</p>
<form class="card inline" method="get" action="/inbox"><label>Name <input name="name" required pattern="[A-Za-z0-9_\\-]{1,64}" maxlength="64" autocapitalize="none" spellcheck="false" placeholder="acme"></label><button>Open inbox</button></form>
${rows.length > 0 && html`<div class="scroll"><table><thead><tr><th>Inbox</th><th class="amount">Deliveries</th><th>Last</th></tr></thead><tbody>${rows}</tbody></table></div>`}
</main>`,
  })
}

export function inboxPage(inbox: Inbox, { address, number }: { address: string; number: number }): string {
  const { name, deliveries } = inbox
  const pages = Math.max(1, Math.ceil(deliveries.length / perPage))
  const current = Math.min(Math.max(number, 1), pages)
  const shown = deliveries.toReversed().slice((current - 1) * perPage, current * perPage)
  return page({
    title: `Inbox ${name}`,
    body: html`${bar}<main>
<h1>Inbox ${name}</h1>
<p>Use this address as the <code>url</code> of a webhook:</p>
<pre class="wrap">${address}</pre>
<p>${replyDescription(inbox)}</p>
${keysForm(inbox)}
<div class="row"><h2>${deliveries.length === 0 ? 'No deliveries yet' : `Deliveries (${deliveries.length})`}</h2><a href="/inbox/${name}">Refresh</a></div>
${shown.map((arrival) => article(arrival, inbox))}
${pages > 1 && pager(name, current, pages)}
${deliveries.length > 0 && html`<form method="post" action="/inbox/${name}/empty"><button class="plain">Delete all deliveries</button></form>`}
</main>`,
  })
}

function replyDescription({ replyBehaviour }: Inbox): SafeHtml {
  if (!replyBehaviour) return html`This inbox replies with <strong>200</strong> immediately.`
  const { status, delaySeconds, timesLeft } = replyBehaviour
  return html`This inbox replies with <strong>${status}</strong>${delaySeconds > 0 ? ` after ${delaySeconds} s` : ' immediately'}${timesLeft !== undefined && `, ${timesLeft} more times, then with 200`}.`
}

const pluralise = (count: number, noun: string) => `${count || 'no'} ${noun}${count === 1 ? '' : 's'}`

function keysForm({ name, keys: { signingSecrets, encryptionKeys } }: Inbox): SafeHtml {
  const isSet = signingSecrets.length + encryptionKeys.length > 0
  const state = `${pluralise(signingSecrets.length, 'signing secret')} and ${pluralise(encryptionKeys.length, 'encryption key')} set`
  return html`<details class="card"${!isSet && html` open`}><summary>Secrets: ${state}</summary>
<p class="note">Enter the secrets of the webhook, one per line. During a rotation, enter both. They replace the current ones and are not shown again.</p>
<form method="post" action="/inbox/${name}/keys">
<label>Signing secrets <textarea name="signing_secrets" rows="2" autocapitalize="none" autocomplete="off" spellcheck="false"></textarea></label>
<label>Encryption keys (Base64) <textarea name="encryption_keys" rows="2" autocapitalize="none" autocomplete="off" spellcheck="false"></textarea></label>
<button>Set</button></form></details>`
}

const verdicts: Record<SignatureVerdict, SafeHtml> = {
  verified: html`<span class="badge good">verified</span>`,
  refused: html`<span class="badge bad">refused</span>`,
  'not-sent': html`<span class="badge">not sent</span>`,
  'not-checked': html`<span class="badge">not checked</span>`,
}

function article(arrival: InboxDelivery, inbox: Inbox): SafeHtml {
  const reading = inspectDelivery(arrival, inbox.keys)
  const before = inbox.deliveries.filter(
    ({ number, headers }) => number < arrival.number && headers['webhook-id'] === reading.webhookId,
  ).length
  const isRepeated = reading.webhookId !== undefined && before > 0
  return html`<article class="card" id="delivery-${arrival.number}">
<div class="row"><h3>${reading.event ?? 'Unknown event'}${reading.isTombstone && ' (erased)'}</h3>${outcome(reading, inbox)}</div>
${reading.problems.map((problem) => html`<p class="error">${problem}.</p>`)}
<dl class="facts">
<dt>Received</dt><dd><time>${arrival.receivedAt.toISOString()}</time>, replied ${arrival.repliedStatus}</dd>
<dt>webhook-id</dt><dd><code>${reading.webhookId ?? 'none'}</code>${isRepeated && ` seen ${pluralise(before, 'time')} before`}</dd>
<dt>Attempt</dt><dd>${reading.attempt ?? 'not stated'}</dd>
<dt>Sequence</dt><dd>${reading.sequence ?? 'not counted'}${reading.isTest && ' (a test)'}</dd>
<dt>webhook-signature</dt><dd>${verdicts[reading.signatures.standard]}</dd>
<dt>X-Svc-Signature</dt><dd>${verdicts[reading.signatures.hexadecimal]}</dd>
${reading.signatures.next !== 'not-sent' && html`<dt>X-Svc-Signature-Next</dt><dd>${verdicts[reading.signatures.next]}</dd>`}
<dt>Body</dt><dd>${arrival.body.length.toLocaleString('en-GB')} bytes, ${encryption(reading)}</dd>
</dl>
${reading.text !== null && html`<pre class="wrap">${excerpt(reading.text)}</pre>`}
<details><summary>Raw headers and body</summary>
<pre class="wrap">${Object.entries(arrival.headers).map(([name, value]) => `${name}: ${value}\n`)}
${excerpt(arrival.body.toString())}</pre></details>
</article>`
}

function outcome({ isAccepted }: DeliveryReport, { keys }: Inbox): SafeHtml {
  if (isAccepted) return html`<span class="badge good">accepted</span>`
  if (keys.signingSecrets.length === 0) return html`<span class="badge">not verified</span>`
  return html`<span class="badge bad">refused</span>`
}

function encryption({ isEncrypted, isDecrypted }: DeliveryReport) {
  if (!isEncrypted) return 'not encrypted'
  return isDecrypted ? 'encrypted, decrypted with a key' : 'encrypted, not decrypted'
}

const excerpt = (text: string) =>
  text.length > maxExcerptLength
    ? `${text.slice(0, maxExcerptLength)}\n… (truncated; the JSON of this inbox has the full text)`
    : text

function pager(name: string, current: number, pages: number): SafeHtml {
  return html`<nav class="row" aria-label="Pages">
${current > 1 ? html`<a href="/inbox/${name}?page=${current - 1}">Newer</a>` : html`<span></span>`}
<span>Page ${current} of ${pages}</span>
${current < pages ? html`<a href="/inbox/${name}?page=${current + 1}">Older</a>` : html`<span></span>`}
</nav>`
}
