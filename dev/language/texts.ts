import { readFileSync } from 'node:fs'
import { type Comment, parseSync } from 'oxc-parser'

/** A piece of prose in the tree, with the line it begins on. */
export type Text = { kind: 'comment' | 'string' | 'markdown'; line: number; text: string }

type Node = { type: string; start: number; [key: string]: unknown }

const lineAt = (source: string, offset: number) => source.slice(0, offset).split('\n').length

/** Comments, and the strings and JSX texts that are long enough to be prose, of a TypeScript file. */
export function readTypeScript(path: string, source = readFileSync(path, 'utf8')): Text[] {
  const { program, comments } = parse(path, source)
  const texts: Text[] = joinLines(comments, source)
    .filter(({ text }) => !isDirective(text))
    .map(({ text, start }) => ({ kind: 'comment', line: lineAt(source, start), text }))
  visit(program, (node) => {
    const value = proseOf(node)
    if (value !== undefined && isProse(value)) {
      texts.push({ kind: 'string', line: lineAt(source, node.start), text: value })
    }
  })
  return texts
}

export function parse(path: string, source = readFileSync(path, 'utf8')) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return { program: program as unknown as Node, comments, source }
}

/** Consecutive line comments are one text. */
function joinLines(comments: Comment[], source: string) {
  const joined: { text: string; start: number; end: number; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    const text = value
      .replace(/^\*?\s*/, '')
      .split('\n')
      .map((line) => line.replace(/^\s*\*\s?/, '').trim())
      .join(' ')
      .trim()
    const previous = joined.at(-1)
    const isLine = type === 'Line'
    if (previous && isLine && previous.isLine && /^[ \t]*\n[ \t]*$/.test(source.slice(previous.end, start))) {
      previous.text += ` ${text}`
      previous.end = end
    } else {
      joined.push({ text, start, end, isLine })
    }
  }
  return joined
}

const isDirective = (text: string) =>
  /^(biome-ignore|@ts-|#region|@vitest|@jsx|v8 ignore|<reference)/.test(text) || !/[a-z]{2}/i.test(text)

function proseOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value).replace(/\s+/g, ' ').trim()
  if (node.type === 'TemplateElement') return (node.value as { cooked?: string }).cooked
  return undefined
}

// Three words or more, and not SQL, a path or a data sample.
const isProse = (text: string) =>
  /[a-z]+[ ,] ?[a-z]+[ ,] ?[a-z]+/i.test(text) &&
  !/^\s*(select|insert|update|delete|with|create|alter|drop)\s/i.test(text)

export function visit(node: Node, see: (node: Node) => void) {
  see(node)
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) for (const item of value) if (isNode(item)) visit(item, see)
    if (isNode(value)) visit(value, see)
  }
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The paragraphs, list items and table rows of a Markdown file, without code. */
export function readMarkdown(path: string, source = readFileSync(path, 'utf8')): Text[] {
  const texts: Text[] = []
  let isCode = false
  for (const [index, line] of source.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    else if (!isCode && /[a-z]{2}/i.test(line) && !/^\s*<!--/.test(line)) {
      const text = line.replace(/`[^`]*`/g, '`code`').replace(/\]\([^)]*\)/g, ']')
      texts.push({ kind: 'markdown', line: index + 1, text })
    }
  }
  return texts
}

export const readTexts = (path: string) => (path.endsWith('.md') ? readMarkdown(path) : readTypeScript(path))
