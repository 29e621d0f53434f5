export type CaughtMail = {
  seq: number
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** Content ids and types of the attached files. */
  attachments: { contentId: string | null; type: string; bytes: number }[]
  /** By name in lower case. */
  headers: Record<string, string>
  receivedAt: string
}

/** Renders the caught mails as an HTML page, newest first. */
export function inboxPage(mails: readonly CaughtMail[]): string {
  const articles = mails.toReversed().map(article).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Inbox (${mails.length})</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
  article { border-top: 1px solid #8888; padding: 1rem 0; }
  h2 { font-size: 1.1rem; margin: 0; }
  p { margin: 0; color: #666; }
  pre { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
  details pre { font: 13px/1.4 ui-monospace, monospace; }
</style>
<h1>Inbox</h1>
${articles || '<p>No mail yet. Everything the development server sends appears here.</p>'}
</html>
`
}

function article(mail: CaughtMail): string {
  const source = mail.html
    ? `<details><summary>HTML source</summary><pre>${escapeHtml(mail.html)}</pre></details>`
    : ''
  return `<article>
<h2>${escapeHtml(mail.subject || '(no subject)')}</h2>
<p>${escapeHtml(mail.from)} to ${escapeHtml(mail.to.join(', '))}, ${escapeHtml(mail.receivedAt)}</p>
<pre>${linkAddresses(mail.text)}</pre>
${source}
</article>`
}

/**
 * Turns URLs into links. The text is split before escaping, because an escaped URL would be cut at its first "&amp;".
 */
function linkAddresses(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, index) => {
      const shown = escapeHtml(part)
      return index % 2 === 1 ? `<a href="${shown}" rel="noreferrer">${shown}</a>` : shown
    })
    .join('')
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}
