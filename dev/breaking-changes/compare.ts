import type { Operation, Parameter, OpenApi as PlainDocument } from '../../sdk/scripts/openapi.ts'
import { type Finding, type Schema, type Side, schemaFindings } from './schemas.ts'

export type OpenApi = PlainDocument & {
  components: { schemas: Record<string, Schema>; securitySchemes?: Record<string, object> }
}

type Place = { side: Side; where: string }
type Pair = { old: Operation; now: Operation }
type Contents = Record<string, { schema: Schema }>

const breaks = (text: string): Finding => ({ isBreaking: true, text })

/** What callers of the released interface would notice in the new one, each in one line. */
export function compareDocuments(old: OpenApi, now: OpenApi): Finding[] {
  const schemas = { old: old.components.schemas, now: now.components.schemas }
  const compareSchema = ({ side, where }: Place, was: Schema, is: Schema) =>
    schemaFindings(side, schemas, { old: was, now: is, where })

  const compareContents = (place: Place, was: Contents, is: Contents) =>
    Object.entries(was).flatMap(([type, { schema }]) => {
      const other = is[type]
      return other
        ? compareSchema(place, schema, other.schema)
        : [breaks(`${place.where} is no longer ${type}`)]
    })

  function compareParameters(pair: Pair, side: Side): Finding[] {
    const [was, is] = [pair.old.parameters ?? [], pair.now.parameters ?? []].map(byName)
    const known = [...(was ?? [])].flatMap(([name, parameter]) => {
      const other = is?.get(name)
      if (!other) return [breaks(`${name} was removed`)]
      return [
        ...(side === 'request' && !parameter.required && other.required
          ? [breaks(`${name} is now required`)]
          : []),
        ...(side === 'reply' && parameter.required && !other.required
          ? [breaks(`${name} may now be missing`)]
          : []),
        ...compareSchema({ side, where: name }, parameter.schema, other.schema),
      ]
    })
    const added =
      side === 'reply' ? [] : [...(is ?? [])].filter(([name, { required }]) => required && !was?.has(name))
    return [...known, ...added.map(([name]) => breaks(`${name} is new and required`))]
  }

  function compareBodies(
    { old: { requestBody: was }, now: { requestBody: is } }: Pair,
    side: Side,
  ): Finding[] {
    const where = side === 'request' ? 'request' : 'body'
    if (was && is) return compareContents({ side, where }, was.content, is.content)
    if (was) return [breaks(`the ${where} was removed`)]
    return is && side === 'request' ? [breaks('a request body is now required')] : []
  }

  function compareReplies({ old: { responses: was }, now: { responses: is } }: Pair): Finding[] {
    const known = Object.entries(was).flatMap(([status, { content = {} }]) => {
      const place: Place = { side: 'reply', where: `response ${status}` }
      const other = is[status]
      return other
        ? compareContents(place, content, other.content ?? {})
        : [breaks(`response ${status} was removed`)]
    })
    const added = Object.keys(is).filter((status) => status < '400' && !was[status])
    return [...known, ...added.map((status) => breaks(`response ${status} is a new success`))]
  }

  const operations = comparePlaces(placesOf(old), placesOf(now), (pair) => [
    ...nameFindings(pair),
    ...securityFindings(pair),
    ...compareParameters(pair, 'request'),
    ...compareBodies(pair, 'request'),
    ...compareReplies(pair),
  ])
  const events = comparePlaces(eventsOf(old), eventsOf(now), (pair) => [
    ...compareParameters(pair, 'reply'),
    ...compareBodies(pair, 'reply'),
  ])
  return [...schemeFindings(old, now), ...operations, ...events]
}

type Places = Map<string, { title: string; operation: Operation }>

/** Under the same path and method; what a path calls its parameters does not travel. */
function placesOf(document: OpenApi): Places {
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const title = `${method.toUpperCase()} ${path}`
        return [title.replaceAll(/\{\w+\}/g, '{}'), { title, operation }] as const
      }),
    ),
  )
}

function eventsOf(document: OpenApi): Places {
  const events = Object.entries(document.webhooks ?? {})
  return new Map(events.map(([name, { post }]) => [name, { title: `webhook ${name}`, operation: post }]))
}

function comparePlaces(old: Places, now: Places, compare: (pair: Pair) => Finding[]): Finding[] {
  return [...old].flatMap(([key, { title, operation }]) => {
    const other = now.get(key)
    const found = other ? compare({ old: operation, now: other.operation }) : [breaks('was removed')]
    return found.map(({ isBreaking, text }) => ({ isBreaking, text: `${title}: ${text}` }))
  })
}

/** Path parameters by their place, headers in any case, as they travel. */
function byName(parameters: Parameter[]): Map<string, Parameter> {
  let place = 0
  return new Map(
    parameters.map((parameter) => {
      const { in: where, name } = parameter
      if (where === 'path') return [`path parameter ${++place}`, parameter]
      return [`${where} parameter \`${where === 'header' ? name.toLowerCase() : name}\``, parameter]
    }),
  )
}

/** The SDK names its methods after both. */
function nameFindings({ old, now }: Pair): Finding[] {
  const [was, is] = [old, now].map(({ tags, operationId }) => `${tags[0]}, ${operationId}`)
  return was === is ? [] : [breaks(`its name was "${was}", and is now "${is}"`)]
}

/** Whoever was let in must still be: each old way needs a new one that asks for nothing more. */
function securityFindings({ old, now }: Pair): Finding[] {
  const [was, is] = [old.security, now.security].map((ways) =>
    (ways.length > 0 ? ways : [{}]).map(Object.keys),
  )
  const shut = (was ?? []).filter(
    (way) => !is?.some((other) => other.every((scheme) => way.includes(scheme))),
  )
  return shut.map((way) =>
    breaks(`no longer open ${way.length > 0 ? `with ${way.join(' and ')}` : 'to everybody'}`),
  )
}

function schemeFindings(old: OpenApi, now: OpenApi): Finding[] {
  const text = (scheme: object | undefined) => JSON.stringify({ ...scheme, description: undefined })
  const schemes = Object.entries(old.components.securitySchemes ?? {})
  return schemes
    .filter(([name, scheme]) => text(scheme) !== text(now.components.securitySchemes?.[name]))
    .map(([name]) => breaks(`the credential ${name} is another now`))
}
