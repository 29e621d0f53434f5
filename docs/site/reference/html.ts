import { fillEnd, fillSeparator, fillStart, type SampleLanguage } from './samples.ts'

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Renders the paragraphs of a description. It is Markdown, of which we use only code spans. */
export const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${inlineMarkdown(paragraph)}</p>`)
    .join('')

/** Renders field names as code, with or without backticks. */
export const inlineMarkdown = (text: string) =>
  escapeHtml(text.trim()).replace(
    /`([^`]+)`|\b([a-z]+(?:_[a-z0-9]+)+)\b/g,
    (_, span: string, field: string) => `<code>${span ?? field}</code>`,
  )

const tokens: Record<SampleLanguage | 'JSON', RegExp> = {
  curl: /(?<string>"(?:[^"\\]|\\.)*"|'[^']*')|(?<word>^curl|(?<= )-{1,2}[A-Za-z][\w-]*)/gm,
  TypeScript: /(?<string>'(?:[^'\\\n]|\\.)*')|(?<word>\b(?:import|from|const|new|await|for|of)\b)/g,
  Python: /(?<string>"(?:[^"\\\n]|\\.)*")|(?<word>\b(?:import|with|as|open|print|True|False|None)\b)/g,
  JSON: /(?<word>"(?:[^"\\]|\\.)*"(?=:))|(?<string>"(?:[^"\\]|\\.)*")/g,
}

/** Highlights strings and keywords, and marks the parts that browser.ts fills in. */
export function highlight(code: string, language: SampleLanguage | 'JSON') {
  let html = ''
  let end = 0
  for (const match of code.matchAll(tokens[language])) {
    const kind = match.groups?.string === undefined ? 'word' : 'string'
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return markFills(html + escapeHtml(code.slice(end)))
}

const fillPattern = new RegExp(
  `${fillStart}(\\w+)${fillSeparator}([^${fillSeparator}]*)${fillSeparator}([^${fillEnd}]*)${fillEnd}`,
  'g',
)

/** Replaces fill marks. This runs last, because a fill may itself contain a highlighted string. */
const markFills = (html: string) =>
  html.replace(
    fillPattern,
    (_, what: string, quotes: string, shown: string) =>
      `<span data-fill="${what}" data-quotes="${quotes}">${shown}</span>`,
  )

/** Renders a code block. It scrolls, so it must be reachable with the keyboard. */
export const codeBlock = (code: string, language: SampleLanguage | 'JSON') =>
  `<pre tabindex="0"><code>${highlight(code, language)}</code></pre>`
