// Parses the fenced code blocks of a page, and the marks in their info strings: ```sh terminal="2" until="listens at"

export type Block = { line: number; language: Language; code: string; marks: Marks }
export type Marks = Partial<Record<Mark, string>>

/** Marks that a block of each language may have; README.md explains them. */
const languages = {
  sh: ['terminal', 'until', 'not-run'],
  ts: ['file', 'from', 'not-run'],
  js: ['file', 'from', 'not-run'],
  tsx: ['from'],
  json: ['schema', 'from', 'not-run'],
  html: ['file', 'terminal', 'press', 'until'],
  text: ['terminal', 'not-run'],
  // Code in these languages is only quoted; the examples are tested where their runtimes are installed.
  python: ['from'],
  go: ['from'],
  java: ['from'],
  php: ['from'],
  ruby: ['from'],
  csharp: ['from'],
} as const

type Language = keyof typeof languages
type Mark = (typeof languages)[Language][number]

const fence = /^( *)```(.*)\n([\s\S]*?)^\1```$/gm
const mark = /\s+([a-z-]+)="([^"]+)"/g

export function parseBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(fence)].map(({ index, 1: indent = '', 2: info = '', 3: code = '' }) => {
    const line = markdown.slice(0, index).split('\n').length
    const [, language = '', rest = ''] = /^(\S*)(.*)$/.exec(info) ?? []
    if (!isLanguage(language)) throw new Error(`line ${line}: nothing can run a block of "${language}"`)
    const unknown = rest.replaceAll(mark, '').trim()
    if (unknown) throw new Error(`line ${line}: "${unknown}" is no mark`)
    const marks = Object.fromEntries([...rest.matchAll(mark)].map(([, name, value]) => [name, value]))
    for (const name of Object.keys(marks))
      if (!(languages[language] as readonly string[]).includes(name))
        throw new Error(`line ${line}: a block of ${language} has no mark "${name}"`)
    return { line, language, code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), marks }
  })
}

const isLanguage = (word: string): word is Language => Object.hasOwn(languages, word)

/**
 * Whether the output matches the text shown on the page. `…` matches any text within a line; on its own line, it
 * matches any number of lines.
 */
export function isShown(shown: string, printed: string, extent: 'all' | 'somewhere'): boolean {
  const lines = collapseSpaces(shown).split('\n')
  const pattern = lines
    .map((line) => (line === '…' ? '[\\s\\S]*?' : `${line.split('…').map(RegExp.escape).join('.*')}\\n?`))
    .join('')
  return new RegExp(extent === 'all' ? `^${pattern}$` : pattern).test(collapseSpaces(printed))
}

/** Collapses spaces, because column widths depend on the content. */
const collapseSpaces = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/ $/gm, '').trim()
