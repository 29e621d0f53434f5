import type { TypeDescription } from '../description.ts'

export const heading =
  '# Written by `npm run python:generate` from server/openapi.json. Change the routes, not this file.\n'

/** Words that cannot be the name of a field or an argument. */
const keywords = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if
   import in is lambda nonlocal not or pass raise return try while with yield self`.split(/\s+/),
)

export const isKeyword = (name: string) => keywords.has(name)

/** Formats an identifier. A keyword gets an underscore, as PEP 8 advises. */
export function identifier(name: string): string {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()
  return isKeyword(snake) ? `${snake}_` : snake
}

export const constant = (name: string) => identifier(name).toUpperCase()

export const className = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Formats a text with the quotes that ruff chooses. */
export const text = (value: string) => JSON.stringify(value)

/** Formats a docstring, or nothing without a text. */
export function docstring(value: string, indent: string): string {
  if (!value) return ''
  // A backslash or quote at the end would change where the docstring ends.
  const safe = value.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll(/\s+/g, ' ').trim()
  return `${indent}"""${safe.endsWith('"') ? `${safe} ` : safe}"""\n`
}

/** Returns the code alone, to find out which imports it needs. */
export const withoutDocstrings = (code: string) => code.replaceAll(/"""[\s\S]*?"""/g, '')

type Spelling = {
  named: (name: string) => string
  plain: Record<
    'text' | 'date' | 'time' | 'integer' | 'number' | 'boolean' | 'file' | 'any' | 'object' | 'decimal',
    string
  >
  list: (items: string) => string
  /** Member that stands for kinds which a newer API adds. */
  unknownMember: string | undefined
}

const names = {
  text: 'str',
  integer: 'int',
  boolean: 'bool',
  file: 'bytes',
  any: 'Any',
  object: 'Mapping[str, Any]',
}

/** Types of replies: immutable, with Decimal for every number that may have a fraction. */
export const replySpelling = (prefix: string): Spelling => ({
  named: (name) => `${prefix}${name}`,
  plain: { ...names, date: 'dt.date', time: 'dt.datetime', number: 'Decimal', decimal: 'Decimal' },
  list: (items) => `tuple[${items}, ...]`,
  unknownMember: 'UnknownObject',
})

/** Types of requests. Dates, times and decimals can also be given as the API's text. */
export const requestSpelling = (prefix: string): Spelling => ({
  named: (name) => `${prefix}${name}`,
  plain: {
    ...names,
    date: 'dt.date | str',
    time: 'dt.datetime | dt.date | str',
    number: 'float',
    decimal: 'Decimal | str',
  },
  list: (items) => `Sequence[${items}]`,
  unknownMember: undefined,
})

/** Formats a type. */
export function typeText(type: TypeDescription, spelling: Spelling): string {
  const inner = (of: TypeDescription) => typeText(of, spelling)
  switch (type.kind) {
    case 'named':
      return spelling.named(type.name)
    case 'literal':
      return `Literal[${type.values.map(literal).join(', ')}]`
    case 'list':
      return spelling.list(inner(type.items))
    case 'tuple':
      return `tuple[${type.items.map(inner).join(', ')}]`
    case 'map':
      return `Mapping[str, ${inner(type.values)}]`
    case 'union':
      return unionText(type.members, spelling)
    case 'nullable':
      return `${inner(type.of)} | None`
    default:
      return spelling.plain[type.kind]
  }
}

function unionText(members: TypeDescription[], spelling: Spelling) {
  const spelled = members.map((member) => typeText(member, spelling))
  const isOfObjects = members.some((member) => member.kind === 'named')
  const unknown = isOfObjects && spelling.unknownMember ? [spelling.unknownMember] : []
  return [...new Set([...spelled, ...unknown])].join(' | ')
}

function literal(value: string | number | boolean) {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'string' ? text(value) : String(value)
}
