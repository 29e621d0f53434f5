import { hash } from 'node:crypto'
import { isProviderFault } from '../../../connectors/failure.ts'
import { escapeHtml } from '../../../platform/html.ts'
import type { ConfirmationDetails } from './start.ts'

const style = `
body { margin: 0; font: 18px/1.5 system-ui, sans-serif; color: #1c2430; background: #f4f6f8 }
main { max-width: 32rem; margin: 0 auto; padding: 15vh 1.5rem 2rem }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .75rem }
p { margin: 0 0 .75rem }
dl { margin: 0 0 .75rem; display: grid; grid-template-columns: max-content auto; gap: .25rem 1rem }
dd { margin: 0; font-weight: 600 }
a { display: inline-block; margin-top: .75rem; padding: .6rem 1.25rem; border-radius: .4rem; font-weight: 600; color: #fff; background: #1a4f9c; text-decoration: none }
a:focus-visible { outline: 3px solid #f0b429; outline-offset: 2px }
@media (prefers-color-scheme: dark) { body { color: #e8ecf1; background: #14181e } }`

/**
 * Content Security Policy of these pages. It allows no scripts, requests or forms, and only the inline style, by its
 * hash.
 */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** Renders a static page that says what happened and what to do next. All text is our own, so nothing is escaped. */
export const page = ({ title, text }: { title: string; text: string }) => render(title, `<p>${text}</p>`)

/**
 * Renders the page that names the client and the person before the browser leaves for the provider. The details help
 * the right person recognise themselves, and tell a stranger little.
 */
export function confirmationPage(
  { client, provider, initials, maskedBirthDate }: ConfirmationDetails,
  href: string,
) {
  const [from, to] = [escapeHtml(client || 'a company'), escapeHtml(provider)]
  const rows = [
    ['Asked by', client],
    ['About', initials],
    ['Born', maskedBirthDate],
  ].flatMap(([term, value]) => (value ? `<dt>${term}</dt><dd>${escapeHtml(value)}</dd>` : []))
  return render(
    'Check that this is for you',
    `<p>If you sign in at ${to}, your income data is shared with ${from}.</p>
<dl>${rows.join('')}</dl>
<p>Continue only if this is about you and you started it yourself. If someone sent you this link, close this page.</p>
<p><a href="${escapeHtml(href)}">Continue to ${to}</a></p>`,
  )
}

const render = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`

export const connectedPage = {
  title: 'You are connected',
  text: 'Your account has been connected. You can close this page.',
}

/** One page for invalid, used and expired links, so that the page reveals nothing about the link. */
export const deadLinkPage = {
  title: 'This link does not work',
  text: 'It may have been used already, or it is too old. Please go back to where you started and try again.',
}

// These texts are used for payroll providers, banks and the tax authority, so they do not name the provider.
const failures: Record<string, string> = {
  'consent-ended': 'The time to agree has passed, so nothing was connected.',
  'consent-refused': 'You did not agree where you signed in, so nothing was connected.',
  'provider-down': 'The service you signed in to does not answer at the moment. Please try again later.',
  'identity-mismatch':
    'The person who signed in is not the person this request is about, so nothing was connected.',
  'company-not-found': 'We could not tell which of your companies pays you, so nothing was connected.',
  'employee-not-found': 'The payroll that you opened does not list you, so nothing was connected.',
  'employee-ambiguous':
    'The payroll that you opened lists several people like you, so nothing was connected.',
  'payroll-not-permitted': 'Your login may not see the payroll, so nothing was connected.',
  'another-login': 'You signed in with another login than the one you connected before.',
  'authorisation-missing': 'Your permission to look at your income data is no longer there.',
}

const failureText = (why: string) => failures[isProviderFault(why) ? 'provider-down' : why]

export const failedPage = (why: string) => ({
  title: 'You are not connected',
  text: `${failureText(why) ?? 'Something went wrong where you signed in.'} You can close this page.`,
})
