import type { Schema as PlainSchema } from '../../sdk/scripts/openapi.ts'

/** A schema with what bounds its values. */
export type Schema = PlainSchema & {
  minimum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}

/** `request`: what callers send us. `reply`: what we send them, in answers and in webhooks. */
export type Side = 'request' | 'reply'

export type Finding = { isBreaking: boolean; text: string }

type Field = Exclude<PlainSchema['items'], false | undefined>
type Pair = { old: Schema; now: Schema; where: string }
type Compare = (pair: Pair) => Finding[]

const breaks = (text: string): Finding => ({ isBreaking: true, text })
const notes = (text: string): Finding => ({ isBreaking: false, text })

/**
 * What a caller who knows the old schema must learn. A request may accept more than before, a reply may promise more than
 * before; the other way round is a break.
 */
export function schemaFindings(
  side: Side,
  documents: { old: Record<string, Schema>; now: Record<string, Schema> },
  start: Pair,
): Finding[] {
  // A schema that contains itself is not entered again.
  const entered = new Set<string>()

  const compare: Compare = (pair) => {
    const links = `${pair.old.$ref} ${pair.now.$ref}`
    if (!pair.old.$ref || !pair.now.$ref) return compareForms(pair)
    if (entered.has(links)) return []
    entered.add(links)
    const found = compareForms(pair)
    entered.delete(links)
    return found
  }

  const compareForms: Compare = (pair) => {
    const { where } = pair
    const [old, now] = [follow(documents.old, pair.old), follow(documents.now, pair.now)]
    const [oldForms, nowForms] = [formsOf(documents.old, old), formsOf(documents.now, now)]
    const found = [
      ...defaultFindings(side, old, now, where),
      ...nullFindings(side, oldForms, nowForms, where),
    ]
    const [oldPlain, nowPlain] = [oldForms.filter(isNotNull), nowForms.filter(isNotNull)]
    const [one, other] = [oldPlain[0], nowPlain[0]]
    if (one && other && oldPlain.length === 1 && nowPlain.length === 1)
      return [...found, ...formFindings(side, { old: one, now: other, where }, compare)]
    return [...found, ...choiceFindings(side, oldPlain, nowPlain, where, compare)]
  }
  return compare(start)
}

function follow(schemas: Record<string, Schema>, schema: Schema): Schema {
  if (!schema.$ref) return schema
  const { $ref, ...beside } = schema
  return { ...schemas[$ref.replace('#/components/schemas/', '')], ...beside }
}

/** The kinds of value that a schema allows, each without a choice in it. */
function formsOf(schemas: Record<string, Schema>, schema: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((choice) => formsOf(schemas, follow(schemas, choice)))
  if (Array.isArray(schema.type)) return schema.type.map((type) => ({ ...schema, type }))
  return [schema]
}

const isNotNull = ({ type }: Schema) => type !== 'null'

function nullFindings(side: Side, old: Schema[], now: Schema[], where: string): Finding[] {
  const [was, is] = [!old.every(isNotNull), !now.every(isNotNull)]
  if (side === 'request' && was && !is) return [breaks(`${where} may no longer be null`)]
  if (side === 'reply' && !was && is) return [breaks(`${where} may now be null`)]
  return []
}

function defaultFindings(side: Side, old: Schema, now: Schema, where: string): Finding[] {
  const [was, is] = [old.default, now.default].map((value) => JSON.stringify(value))
  if (side === 'reply' || was === is) return []
  return [breaks(`${where} was ${was ?? 'nothing'} when left out, and is now ${is ?? 'nothing'}`)]
}

/** Of several forms: whoever is given a value must find a form that takes it. */
function choiceFindings(
  side: Side,
  old: Schema[],
  now: Schema[],
  where: string,
  compare: Compare,
): Finding[] {
  const [given, takers] = side === 'request' ? [old, now] : [now, old]
  return given.flatMap((form) => {
    const name = nameOf(form)
    const isNamed = name !== undefined
    // Forms with a word that tells them apart are compared with their namesake, the others with all that have none.
    const namesakes = takers.filter((taker) => nameOf(taker) === name)
    const others = isNamed && namesakes.length === 0 ? takers.filter((taker) => !nameOf(taker)) : namesakes
    const tries = others.map((taker) =>
      compare(side === 'request' ? { old: form, now: taker, where } : { old: taker, now: form, where }),
    )
    const [best] = tries.toSorted((a, b) => badness(a) - badness(b))
    if (best && (badness(best) < 1 || (isNamed && namesakes.length > 0))) return best
    if (side === 'request') return [breaks(`${where} no longer takes ${describe(form)}`)]
    return [(isNamed ? notes : breaks)(`${where} may now be ${describe(form)}`)]
  })
}

/** Breaks count, notes only between equals. */
const badness = (findings: Finding[]) =>
  findings.filter(({ isBreaking }) => isBreaking).length + (findings.length > 0 ? 0.5 : 0)

/** The word by which an object says which of several it is. */
function nameOf({ properties = {} }: Schema) {
  const [word] = Object.entries(properties).filter(([, { const: only }]) => only !== undefined)
  return word && `${word[0]} ${JSON.stringify(word[1].const)}`
}

const describe = (form: Schema) =>
  nameOf(form) ?? (form.const === undefined ? kindOf(form) : JSON.stringify(form.const))

function formFindings(side: Side, pair: Pair, compare: Compare): Finding[] {
  const { old, now, where } = pair
  const retyped = typeFindings(side, old, now, where)
  if (retyped.length > 0) return retyped
  return [
    ...wordFindings(side, old, now, where),
    ...(side === 'request' ? boundFindings(old, now, where) : []),
    ...(old.type === 'array' ? itemFindings(pair, compare) : []),
    ...(old.type === 'object' ? fieldFindings(side, pair, compare) : []),
  ]
}

function typeFindings(side: Side, old: Schema, now: Schema, where: string): Finding[] {
  const [narrow, wide] = side === 'request' ? [old, now] : [now, old]
  const isWider =
    wide.type === undefined ||
    wide.type === narrow.type ||
    (wide.type === 'number' && narrow.type === 'integer')
  const keepsFormat = wide.format === undefined || wide.format === narrow.format
  if (isWider && keepsFormat) return []
  return [breaks(`${where} was ${kindOf(old)}, and is now ${kindOf(now)}`)]
}

const kindOf = ({ type = 'anything', format }: Schema) => (format ? `${type} (${format})` : String(type))

/** Callers must take words they do not know, so a new one in a reply is told and no more. */
function wordFindings(side: Side, old: Schema, now: Schema, where: string): Finding[] {
  const [was, is] = [wordsOf(old), wordsOf(now)]
  const list = (words: unknown[]) => words.map((word) => JSON.stringify(word)).join(', ')
  if (side === 'request') {
    if (is && !was) return [breaks(`${where} now takes only ${list(is)}`)]
    const gone = was && is ? was.filter((word) => !is.includes(word)) : []
    return gone.length > 0 ? [breaks(`${where} no longer takes ${list(gone)}`)] : []
  }
  if (was && !is) return [breaks(`${where} is no longer one of ${list(was)}`)]
  const added = was && is ? is.filter((word) => !was.includes(word)) : []
  return added.length > 0 ? [notes(`${where} may now be ${list(added)}`)] : []
}

const wordsOf = (schema: Schema) => (schema.const === undefined ? schema.enum : [schema.const])

const leasts = ['minimum', 'minLength', 'minItems'] as const
const mosts = ['maximum', 'maxLength', 'maxItems'] as const

function boundFindings(old: Schema, now: Schema, where: string): Finding[] {
  const told = (name: string, was: unknown, is: unknown) =>
    breaks(`${where} had ${was === undefined ? `no ${name}` : `${name} ${was}`}, and now has ${is}`)
  return [
    ...leasts
      .filter((name) => (now[name] ?? Number.NEGATIVE_INFINITY) > (old[name] ?? Number.NEGATIVE_INFINITY))
      .map((name) => told(name, old[name], now[name])),
    ...mosts
      .filter((name) => (now[name] ?? Number.POSITIVE_INFINITY) < (old[name] ?? Number.POSITIVE_INFINITY))
      .map((name) => told(name, old[name], now[name])),
    ...(now.pattern !== undefined && now.pattern !== old.pattern
      ? [told('pattern', old.pattern, now.pattern)]
      : []),
  ]
}

function itemFindings({ old, now, where }: Pair, compare: Compare): Finding[] {
  const [was, is] = [old.prefixItems ?? [], now.prefixItems ?? []]
  if (was.length !== is.length)
    return [breaks(`${where} had ${was.length} fixed places, and now has ${is.length}`)]
  const places = was.flatMap((schema, n) =>
    compare({ old: schema, now: is[n] as Field, where: itemName(where, n) }),
  )
  return [...places, ...compare({ old: old.items || {}, now: now.items || {}, where: itemName(where) })]
}

function fieldFindings(side: Side, { old, now, where }: Pair, compare: Compare): Finding[] {
  const [was, is] = [old.properties ?? {}, now.properties ?? {}]
  const known = Object.entries(was).flatMap(([name, schema]) => {
    const field = fieldName(where, name)
    const present = is[name]
    if (!present) return [breaks(`${field} was removed`)]
    const wasThere = old.required?.includes(name)
    const isThere = now.required?.includes(name)
    return [
      ...(side === 'request' && !wasThere && isThere ? [breaks(`${field} is now required`)] : []),
      ...(side === 'reply' && wasThere && !isThere ? [breaks(`${field} may now be missing`)] : []),
      ...compare({ old: schema, now: present, where: field }),
    ]
  })
  const added = Object.keys(is).filter((name) => !(name in was) && now.required?.includes(name))
  return [
    ...known,
    ...(side === 'request'
      ? added.map((name) => breaks(`${fieldName(where, name)} is new and required`))
      : []),
    ...otherFieldFindings(side, { old, now, where }, compare),
  ]
}

/** Fields beside the named ones: anything, nothing, or values of one kind. */
function otherFieldFindings(side: Side, { old, now, where }: Pair, compare: Compare): Finding[] {
  const [was, is] = [old.additionalProperties ?? true, now.additionalProperties ?? true]
  if (typeof was === 'object' && typeof is === 'object')
    return compare({ old: was, now: is, where: fieldName(where, '*') })
  if (side === 'request' && was !== false && is !== true)
    return was === is ? [] : [breaks(`${where || 'the body'} no longer takes other fields`)]
  if (side === 'reply' && typeof was === 'object' && is === false)
    return [breaks(`${fieldName(where, '*')} was removed`)]
  return []
}

/** `files[]`, inside the quotes where there are any. */
const itemName = (where: string, place: number | '' = '') =>
  where.endsWith('`') ? `${where.slice(0, -1)}[${place}]\`` : `${where}[${place}]`

/** `field \`a.b\`` under the words for the whole. */
function fieldName(where: string, name: string) {
  const [, whole = '', path] = /^(.*?) ?(?:field `(.*)`)?$/.exec(where) ?? []
  return `${whole} field \`${path ? `${path}.${name}` : name}\``.trim()
}
