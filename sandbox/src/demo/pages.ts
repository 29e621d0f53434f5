import { html, type SafeHtml } from '../pages.ts'

type DemoPageData = {
  /** Journey link that the page opens first; may be empty. */
  link: string
  serviceUrls: string[]
  /** Base URL of the sandbox as the visitor's browser reaches it. */
  address: string
}

/** Renders the lender page. It loads the journey script from the first service and can open links of all services. */
export function demoPage({ link, serviceUrls, address }: DemoPageData): string {
  const [service = ''] = serviceUrls
  return lendersPage({
    title: 'Show us your income',
    scripts: [`${service}/journey.js`, '/demo/demo.js'],
    body: html`<p class="step">Step 3 of 4</p>
<h1>Show us your income</h1>
<p>This page represents a lender. It embeds the journey as your page would, under a strict content security policy: scripts and frames from the service only, nothing inline.</p>
<div class="columns">
<section aria-labelledby="try"><h2 id="try">Try it</h2>
<form data-services="${serviceUrls.join(' ')}">
<label for="link">The person’s link</label>
<input id="link" name="link" type="url" required maxlength="2048" autocomplete="off" spellcheck="false" value="${link}" placeholder="${service}/r/…" aria-describedby="fault">
<label for="language">Language</label>
<select id="language" name="language"><option value="">Device language</option><option value="en">English</option><option value="cy">Cymraeg</option></select>
<div class="buttons"><button value="dialog">Open as a dialog</button><button value="inline" class="plain">Show on this page</button><button type="button" id="close" class="plain" hidden>Remove journey</button></div>
<p id="fault" class="fault" role="alert"></p>
</form>
<div id="journey"></div></section>
<section aria-labelledby="heard"><h2 id="heard">Events received by this page</h2>
<p id="nothing" class="quiet">No events yet.</p>
<ol id="events" aria-live="polite" aria-labelledby="heard"></ol></section>
</div>
<section aria-labelledby="before"><h2 id="before">Before you start</h2>
<p>The service shows a journey only on pages that its client has registered. Register this page once, from a shell in the project folder; <code>npm run dev</code> has saved the client's API key in <code>.dev/env</code>. People who finish a journey outside a frame return to the callback address:</p>
<pre>. .dev/env
api() { curl -sS -H "X-API-KEY: $PAYPROOF_API_KEY" -H 'content-type: application/json' "${service}$1" "\${@:2}"; echo; }
api /configuration -X PATCH -d '{ "frame_origins": ["${address}"],
  "client_callback_url": "${address}/demo/callback" }'</pre>
<p>Then register a person from <a href="/">the sandbox</a> and copy <code>webapp_link</code> from the second reply:</p>
<pre>api /users -d '{ "forename": "Wilhelmina", "surname": "Oakapple", "date_of_birth": "1988-05-14",
  "post_codes": ["BS6 9ZX"], "ni_number": "QQ474852A", "payroll_period_months": 12 }'
USER_ID=…
api /user-tokens -d "{ \\"user_id\\": \\"$USER_ID\\" }"</pre>
</section>`,
  })
}

const meanings: Record<string, string> = {
  account_id: 'the account that was connected',
  user_id: 'the person you registered',
  provider: 'the provider of the account',
  message: 'why no account was connected',
  error: 'error code, see docs/errors.md',
}

export function callbackPage(parameters: [name: string, value: string][]): string {
  const rows = parameters.map(
    ([name, value]) =>
      html`<tr><th scope="row"><code>${name}</code></th><td><code>${value}</code></td><td>${meanings[name] ?? 'your own parameter'}</td></tr>`,
  )
  return lendersPage({
    title: 'Welcome back',
    scripts: [],
    body: html`<p class="step">Step 4 of 4</p>
<h1>Welcome back</h1>
<p>The journey has redirected the person to the <code>client_callback_url</code> of its client.</p>
${rows.length > 0 ? html`<div class="scroll"><table><thead><tr><th scope="col">Field</th><th scope="col">Value</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>` : html`<p class="quiet">There were no parameters.</p>`}
<p class="quiet">Anyone can enter a URL. Rely on the API and the webhook, not on these parameters.</p>
<p><a href="/demo">Back to the lender</a></p>`,
  })
}

function lendersPage({ title, scripts, body }: { title: string; scripts: string[]; body: SafeHtml }): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Thistledown Loans</title>
<link rel="icon" href="/logos/fennelgate.svg">
<link rel="stylesheet" href="/demo/demo.css">
${scripts.map((address) => html`<script src="${address}" defer></script>\n`)}</head>
<body><header><strong>Thistledown Loans</strong> <small>an invented lender, in the <a href="/">sandbox</a></small></header><main>${body}</main></body>
</html>
`.markup
}
