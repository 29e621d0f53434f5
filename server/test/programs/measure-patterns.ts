import { globSync, readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

// Runs every regular expression literal that is applied to text from outside against repeated fragments of its own
// source, and prints those whose cost grows faster than quadratically, as JSON. The caller sets a deadline, in case
// one never ends.

export type CostlyPattern = { file: string; line: number; pattern: string; text: string; ms: number }

const root = new URL('../../..', import.meta.url).pathname
const outsideText = [
  'server/src/{extraction,connectors,vocabulary}/**/*.ts',
  'server/src/features/**/*.ts',
  'server/src/platform/{http,malware-scan,outbound,bus}/**/*.ts',
]

// Quadratic patterns need 2 to 5 ms for this length, cubic ones half a second, exponential ones years.
const maxTextLength = 1_000
const maxMs = 60
/** Runs of which the fastest counts. */
const confirmations = 3
const firstLength = 16
// An exponential pattern must be recognised before the next length takes minutes.
const lengthGrowth = 1.4
const maxFragments = 40
const endings = ['!', '\u0001']

const common = [
  ' ',
  '1',
  'a',
  'A',
  '-',
  '.',
  ',',
  '\u00a3',
  '1,',
  '1.',
  'a ',
  '1 ',
  'Aa',
  '\n',
  '/',
  ':',
  'a.',
  '()',
]
const classes: Record<string, string> = { s: ' ', d: '1', w: 'a', S: 'a', D: 'a', W: '-', p: 'A', b: '' }

/** Lists words and characters that the pattern matches, as candidates for repetition. */
function listFragments(source: string) {
  const plain = source
    .replace(/\\u([0-9a-f]{4})/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\\([sdwSDWpb])(?:\{[^}]*\})?/g, (_all, name: string) => ` ${classes[name]} `)
    .replace(/\\(.)/g, '$1')
  const words = plain.match(/[A-Za-z]{2,}/g) ?? []
  const characters = [...plain].filter((character) => !'^$*+?|[]{}'.includes(character))
  const fragments = new Set([...characters, ...words, ...words.map((word) => `${word} `)])
  for (const fragment of common) fragments.add(fragment)
  return [...fragments].filter((fragment) => fragment !== '').slice(0, maxFragments + common.length)
}

function measure(pattern: RegExp): { text: string; ms: number } | undefined {
  const fragments = listFragments(pattern.source)
  const starts = pattern.source.startsWith('^') ? ['', ...fragments.slice(0, 6)] : ['']
  for (const start of starts) {
    for (const fragment of fragments) {
      for (const ending of endings) {
        for (let length = firstLength; length <= maxTextLength; length = Math.ceil(length * lengthGrowth)) {
          const text = `${start}${fragment.repeat(length / fragment.length)}${ending}`
          if (run(pattern, text) < maxMs) continue
          const ms = Math.min(...Array.from({ length: confirmations }, () => measureCpuMs(pattern, text)))
          if (ms > maxMs) return { text: text.slice(0, 60), ms }
        }
      }
    }
  }
  return undefined
}

/** The process may be paused during a run, so this is CPU time. It includes that of garbage collection and compilation. */
function measureCpuMs(pattern: RegExp, text: string) {
  const before = process.cpuUsage().user
  run(pattern, text)
  return (process.cpuUsage().user - before) / 1_000
}

function run(pattern: RegExp, text: string) {
  const startedAt = performance.now()
  pattern.lastIndex = 0
  pattern.test(text)
  return performance.now() - startedAt
}

const seen = new Set<string>()
const costly: CostlyPattern[] = []
const files = outsideText.flatMap((glob) => globSync(glob, { cwd: root }))
for (const file of files.filter((name) => !name.includes('.test.'))) {
  const source = readFileSync(`${root}${file}`, 'utf8')
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || seen.has(node.raw ?? '')) return
      seen.add(node.raw ?? '')
      const { pattern, flags } = node.regex
      const result = measure(new RegExp(pattern, flags))
      const line = source.slice(0, node.start).split('\n').length
      if (result) costly.push({ file, line, pattern: pattern.slice(0, 120), ...result })
    },
  }).visit(parseSync(file, source).program)
}
process.stdout.write(JSON.stringify({ patterns: seen.size, costly }))
