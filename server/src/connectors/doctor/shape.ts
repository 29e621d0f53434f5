// The shape of JSON replies: which fields occur, with which types. Shapes of the simulators are recorded in `expected/`
// and compared with the replies of the provider.

type JsonType = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array'

export type FieldShape = {
  types: JsonType[]
  /** Whether every object at the parent path has the field. */
  always: boolean
  /** The values of a field that is an enumeration, such as `Monthly`. They are kept by the redaction. */
  words?: string[]
}

/** Fields by path. Items of an array have the path `parent[]`, and the reply itself has an empty path. */
export type ReplyShape = Record<string, FieldShape>

/** A field with more values than this is no enumeration. */
const maxWords = 12
const word = /^[A-Za-z][A-Za-z_:-]{0,39}$/
/** Fields with names, places and free text, which are never enumerations. */
const personalField =
  /name|title|address|line|city|town|county|country|street|description|reference|token|scope$/i

type Observed = { types: Set<JsonType>; count: number; objectCount: number; values: Set<string> | null }

/** Describes the shape that all these replies share. */
export function shapeOf(replies: readonly unknown[]): ReplyShape {
  const fields = new Map<string, Observed>()
  for (const reply of replies) observe(reply, '', fields)
  return Object.fromEntries(
    [...fields]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([path, { types, count, values }]) => {
        const shape: FieldShape = {
          types: [...types].toSorted(),
          always: path === '' || path.endsWith('[]') || count === fields.get(parentOf(path))?.objectCount,
          ...(values && values.size > 0 && { words: [...values].toSorted() }),
        }
        return [path, shape]
      }),
  )
}

function observe(value: unknown, path: string, fields: Map<string, Observed>) {
  const type = typeOf(value)
  const none = { types: new Set<JsonType>(), count: 0, objectCount: 0, values: new Set<string>() }
  const field = fields.get(path) ?? none
  fields.set(path, field)
  field.types.add(type)
  field.count++
  if (type === 'object') field.objectCount++
  if (personalField.test(path.split('.').at(-1) ?? '')) field.values = null
  if (typeof value === 'string') noteValue(field, value)
  if (Array.isArray(value)) for (const item of value) observe(item, `${path}[]`, fields)
  else if (value !== null && typeof value === 'object')
    for (const [name, member] of Object.entries(value)) observe(member, join(path, name), fields)
}

function noteValue(field: Observed, value: string) {
  if (!field.values) return
  field.values.add(value)
  if (!word.test(value) || field.values.size > maxWords) field.values = null
}

const join = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

function parentOf(path: string) {
  const dot = path.lastIndexOf('.')
  return dot === -1 ? '' : path.slice(0, dot)
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : (typeof value as JsonType)
}

export type ShapeDifference = { path: string; what: 'missing' | 'type' | 'new'; detail: string }

/**
 * Compares replies with the expected shape. A field that is null now, or was always null, has no other type. New fields
 * are reported too, but they break nothing.
 */
export function compareShapes(expected: ReplyShape, actual: ReplyShape): ShapeDifference[] {
  const differences: ShapeDifference[] = []
  for (const [path, field] of Object.entries(expected)) {
    const now = actual[path]
    if (now) differences.push(...compareTypes(path, field, now), ...compareAbsence(path, field, now))
    else if (field.always && !path.endsWith('[]') && hasObjectAt(actual, parentOf(path)))
      differences.push({ path, what: 'missing', detail: `expected ${field.types.join(' or ')}` })
  }
  for (const [path, { types }] of Object.entries(actual))
    if (!expected[path] && hasObjectAt(expected, parentOf(path)))
      differences.push({ path, what: 'new', detail: types.join(' or ') })
  return differences
}

const hasObjectAt = (shape: ReplyShape, path: string) => shape[path]?.types.includes('object') ?? false

const compareAbsence = (path: string, expected: FieldShape, actual: FieldShape): ShapeDifference[] =>
  expected.always && !actual.always ? [{ path, what: 'missing', detail: 'absent in some objects' }] : []

function compareTypes(path: string, expected: FieldShape, actual: FieldShape): ShapeDifference[] {
  const known = expected.types.filter((type) => type !== 'null')
  if (known.length === 0) return []
  const other = actual.types.filter((type) => type !== 'null' && !known.includes(type))
  if (other.length === 0) return []
  return [{ path, what: 'type', detail: `expected ${known.join(' or ')}, is ${other.join(' or ')}` }]
}
