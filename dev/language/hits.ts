import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { allowed } from './allowed.ts'
import { banned, bannedNames } from './banned.ts'
import { parse, readTexts, visit } from './texts.ts'

export type Hit = { file: string; line: number; found: string; instead: string; text: string }

const generated =
  /^(server\/openapi|sdk\/src\/(types|operations)\.ts|server\/src\/platform\/database\/tables\.ts)/

export const listProseFiles = () =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) =>
        existsSync(file) &&
        /\.(tsx?|mjs|md)$/.test(file) &&
        !generated.test(file) &&
        !file.startsWith('dev/language/'),
    )

export function listHits(file: string): Hit[] {
  const hits: Hit[] = []
  const exempt = allowed.filter(({ files }) => files.test(file))
  const isAllowed = (text: string) => exempt.some(({ texts }) => texts.test(text))
  for (const { kind, line, text } of readTexts(file)) {
    if (isAllowed(text)) continue
    for (const { pattern, instead, kinds } of banned) {
      const found = kinds.includes(kind) ? pattern.exec(text)?.[0].trim() : undefined
      if (found) hits.push({ file, line, found, instead, text })
    }
  }
  if (!file.endsWith('.md')) hits.push(...listNames(file))
  return hits
}

function listNames(file: string): Hit[] {
  const hits: Hit[] = []
  for (const [index, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    for (const name of new Set(text.match(/[A-Za-z_$][\w$]*/g) ?? [])) {
      for (const { pattern, instead } of bannedNames) {
        if (pattern.test(name) && /[A-Z]/.test(name))
          hits.push({ file, line: index + 1, found: name, instead, text: text.trim() })
      }
    }
  }
  return hits
}

/** The names of the types, interfaces and classes that a file exports. */
export function listTypeNames(file: string): string[] {
  if (file.endsWith('.md')) return []
  const declarations = readFileSync(file, 'utf8').matchAll(
    /^export (?:declare )?(?:abstract )?(?:type|interface|class) (\w+)/gm,
  )
  return [...new Set([...declarations].map(([, name = '']) => name))]
}

/** `{ ...{ a, b } }` and `[...[a, b]]`: the inner braces do nothing. */
export function listLiteralSpreads(file: string): string[] {
  const { program, source } = parse(file)
  const spreads: string[] = []
  visit(program, (node) => {
    const argument =
      node.type === 'SpreadElement'
        ? (node.argument as { type: string; elements?: unknown[]; properties?: unknown[] })
        : undefined
    const content = argument?.type === 'ObjectExpression' ? argument.properties : argument?.elements
    if (content && content.length > 0)
      spreads.push(`${file}:${source.slice(0, node.start).split('\n').length}`)
  })
  return spreads
}
