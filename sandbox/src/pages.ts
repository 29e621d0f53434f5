/** Escaped markup; only `html` creates it. */
export type SafeHtml = { readonly markup: string }

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => entities[letter] as string)

type Fragment = SafeHtml | string | number | undefined | false | readonly Fragment[]

function renderFragment(part: Fragment): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  return 'markup' in part ? part.markup : part.map(renderFragment).join('')
}

/** Template tag: html`<p>${value}</p>` escapes interpolated values, except those created by `html` itself. */
export function html(texts: TemplateStringsArray, ...parts: Fragment[]): SafeHtml {
  return { markup: String.raw({ raw: texts }, ...parts.map(renderFragment)) }
}

/** The product's mark in amber, the colour of the sandbox. */
const sandboxIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23b45309'/%3E%3Cpath d='M9 6.5h10l4 4v15H9z' fill='%23fff'/%3E%3Cpath d='m12.5 17 2.8 2.9 4.7-5.6' fill='none' stroke='%23b45309' stroke-width='2.4'/%3E%3C/svg%3E"

/**
 * Renders the page shell shared by the sandbox and its providers, which differ only in colour. No page runs scripts.
 */
export function page({
  title,
  colour = '#1f4fd8',
  body,
}: {
  title: string
  colour?: string
  body: SafeHtml
}): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${sandboxIcon}">
<style>${{ markup: style.replaceAll('#1f4d3d', colour) }}</style>
</head>
<body>${body}</body>
</html>
`.markup
}

/** Response headers for pages. They forbid external resources, frames and scripts. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const style = `
:root { --ink: #1c2321; --quiet: #5a6662; --line: #d5dbd8; --wash: #f4f6f5; --brand: #1f4d3d; --alarm: #a3261b }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, "Liberation Sans", sans-serif; color: var(--ink); background: var(--wash) }
header.bar { background: var(--brand); color: #fff; padding: 14px 20px; font-weight: 600; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .6em }
header.bar small { font-weight: 400; opacity: .85 }
main { max-width: 60rem; margin: 0 auto; padding: 24px 20px 60px }
main.narrow { max-width: 26rem }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5em }
h2 { font-size: 1.1rem; margin: 2em 0 .5em }
p { margin: 0 0 1em }
.card { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 20px; margin: 0 0 20px }
label { display: block; margin: 0 0 14px; font-weight: 600 }
label.tick { display: flex; gap: 10px; align-items: center; font-weight: 400 }
label.tick input { width: 20px; height: 20px; margin: 0 }
input, select, textarea { display: block; width: 100%; margin-top: 4px; padding: 10px; font: inherit; font-weight: 400; border: 1px solid #8b9692; border-radius: 6px; background: #fff }
button, a.button { display: inline-block; padding: 10px 18px; font: inherit; font-weight: 600; color: #fff; background: var(--brand); border: 0; border-radius: 6px; text-decoration: none; cursor: pointer }
button.plain { color: var(--brand); background: #fff; border: 1px solid var(--brand) }
:focus-visible { outline: 3px solid #ffbf47; outline-offset: 2px }
a { color: var(--brand) }
.error { border-left: 4px solid var(--alarm); background: #fdf1f0; padding: 10px 14px; margin: 0 0 16px }
.note { color: var(--quiet); font-size: .9rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; background: #fff; margin: 0 0 10px }
th, td { text-align: left; vertical-align: top; padding: 8px 12px; border-bottom: 1px solid var(--line) }
th { font-size: .85rem; color: var(--quiet) }
td.amount, th.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
code, pre { font: .875em/1.5 ui-monospace, "Liberation Mono", monospace; background: #eef1f0; border-radius: 4px }
code { padding: 1px 4px; overflow-wrap: anywhere }
pre { padding: 12px; overflow-x: auto; margin: 0 0 1em }
header.bar a { color: inherit; text-decoration: none }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere }
.row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 16px; margin: 0 0 10px }
.row h2 { margin-bottom: 0 }
.badge { display: inline-block; padding: 1px 10px; border-radius: 10px; font-size: .85rem; font-weight: 600; background: #e3e7e5 }
.badge.good { background: #d5efdf; color: #10532f }
.badge.bad { background: #fadad6; color: #7f1a11 }
dl.facts { display: grid; grid-template-columns: minmax(0, max-content) minmax(0, 1fr); gap: 3px 14px; margin: 0 0 1em }
dl.facts dt { color: var(--quiet); overflow-wrap: anywhere }
dl.facts dd { margin: 0; overflow-wrap: anywhere }
summary { cursor: pointer; font-weight: 600 }
fieldset { border: 0; padding: 0; margin: 0 0 14px; min-width: 0 }
legend { padding: 0; margin-bottom: 8px; font-weight: 600 }
.boxes { display: flex; gap: 12px }
.boxes input { width: auto; min-width: 3em }
.choices { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 16px }
.choices a { padding: 6px 12px; border: 1px solid var(--brand); border-radius: 6px; text-decoration: none }
.choices a[aria-current] { background: var(--brand); color: #fff }
caption { text-align: left; padding-bottom: 6px }
td.nowrap { white-space: nowrap }
pre.wrap { white-space: pre-wrap; overflow-wrap: anywhere }
pre.line { white-space: pre-wrap; overflow-wrap: anywhere; padding: 8px 12px; margin-bottom: 6px }
pre.line + p { margin-top: 1.2em }
td.links { white-space: nowrap }
td.links a + a { margin-left: 12px }
@media (max-width: 640px) {
  table.stack thead { display: none }
  table.stack tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line) }
  table.stack td { display: block; padding: 1px 12px; border: 0 }
  table.stack td[data-label] { display: flex; justify-content: space-between; gap: 16px; text-align: right; white-space: normal }
  table.stack td[data-label]::before { content: attr(data-label); color: var(--quiet); text-align: left }
  dl.facts { grid-template-columns: minmax(0, 1fr); gap: 0 }
  dl.facts dt { font-size: .85rem; margin-top: 6px }
}
details[open] > summary { margin-bottom: 10px }
`
