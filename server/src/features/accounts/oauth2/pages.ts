import { hash } from 'node:crypto'

const style = `
body { margin: 0; font: 18px/1.5 system-ui, sans-serif; color: #1c2430; background: #f4f6f8 }
main { max-width: 32rem; margin: 0 auto; padding: 15vh 1.5rem 2rem }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .75rem }
p { margin: 0 }
@media (prefers-color-scheme: dark) { body { color: #e8ecf1; background: #14181e } }`

/** Content Security Policy: no scripts, requests or forms; only the inline style, by its hash. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`

/** A static page that says what happened and what to do next. All text is ours, so nothing is escaped. */
export const page = ({ title, text }: { title: string; text: string }) => `<!doctype html>
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
<p>${text}</p>
</main>
</body>
</html>
`

export const connectedPage = {
  title: 'You are connected',
  text: 'Your account has been connected. You can close this page.',
}

/** One page for invalid, used and expired links, so that it reveals nothing about the link. */
export const deadLinkPage = {
  title: 'This link does not work',
  text: 'It may have been used already, or it is too old. Please go back to where you started and try again.',
}

// The same texts serve payroll providers and the tax authority, so they do not name the provider.
const failures: Record<string, string> = {
  'consent-refused': 'You did not agree where you signed in, so nothing was connected.',
  'provider-down': 'The service you signed in to does not answer at the moment. Please try again later.',
  'identity-mismatch':
    'The person who signed in is not the person this request is about, so nothing was connected.',
  'another-login': 'You signed in with another login than the one you connected before.',
  'authorisation-missing': 'Your permission to look at your income data is no longer there.',
}

export const failedPage = (why: string) => ({
  title: 'You are not connected',
  text: `${failures[why] ?? 'Something went wrong where you signed in.'} You can close this page.`,
})
