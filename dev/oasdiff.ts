import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installGoProgram } from './go-program.ts'

// `node dev/oasdiff.ts`: fails if server/openapi.json breaks callers of the last release, which is described in
// server/openapi.released.json. `node dev/oasdiff.ts --install`: builds oasdiff if it is not in the cache.

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** Builds oasdiff. This takes a minute of CPU time, or seconds if Go's own build cache contains it. */
const installOasdiff = () =>
  installGoProgram({
    name: 'oasdiff',
    source: 'github.com/oasdiff/oasdiff',
    // Newer versions depend on a module that the Go module proxy does not serve.
    version: 'v1.33.0',
  })

/** Lists the breaking changes from one OpenAPI document to another; the status is 1 if there are any. */
export function findBreakingChanges(released: OpenApiDocument, current: OpenApiDocument) {
  const oasdiff = installOasdiff()
  const documents = mkdtempSync(join(tmpdir(), 'payproof-oasdiff-'))
  try {
    const files = Object.entries({ released, current }).map(([name, document]) => {
      const file = join(documents, `${name}.json`)
      writeFileSync(file, JSON.stringify(eventsAsResponses(document), unionTitles(document)))
      return file
    })
    // The severity file contains our rules that differ from oasdiff's defaults:
    // docs/decisions/0050-breaking-changes.md.
    const options = ['--fail-on', 'ERR', '--severity-levels', at('dev/oasdiff-severity.txt')]
    return spawnSync(oasdiff, ['breaking', ...files, ...options], { encoding: 'utf8' })
  } finally {
    rmSync(documents, { recursive: true })
  }
}

type OpenApiDocument = {
  paths?: object
  components?: { schemas?: Record<string, Subschema> }
  webhooks?: Record<string, { post: { requestBody: { content: object } } }>
}

/**
 * Converts webhook events to responses. oasdiff compares webhook bodies as requests, but we send them: a new field is
 * harmless, a missing one is not.
 */
function eventsAsResponses({ webhooks = {}, ...document }: OpenApiDocument) {
  const events = Object.entries(webhooks).map(([name, { post }]) => {
    const responses = { 200: { description: 'Event', content: post.requestBody.content } }
    return [`/webhook-events/${name}`, { get: { responses } }]
  })
  return { ...document, paths: { ...document.paths, ...Object.fromEntries(events) } }
}

type Subschema = { $ref?: string; properties?: Record<string, { const?: unknown }>; title?: string }

/**
 * A JSON.stringify replacer. oasdiff matches the members of a union by the name of the component, or by title if they are
 * inline; otherwise a member with a new description, enum value or name counts as removed. So members are compared inline:
 * the constant of the discriminator is the title, or else the fields are. The only object of a union needs no
 * telling apart, so that it may gain fields.
 */
function unionTitles({ components }: OpenApiDocument) {
  const resolve = (member: Subschema) =>
    components?.schemas?.[member.$ref?.replace('#/components/schemas/', '') ?? ''] ?? member
  return (key: string, value: unknown) => {
    if (key !== 'oneOf' && key !== 'anyOf') return value
    const members = (value as Subschema[]).map(resolve)
    const isOnly = members.filter(({ properties }) => properties).length === 1
    return members.map((member) => {
      if (!member.properties) return member
      if (isOnly) return { ...member, title: 'object' }
      const constants = Object.values(member.properties).flatMap((property) => property.const ?? [])
      const title = constants.length === 1 ? String(constants[0]) : Object.keys(member.properties).join(' ')
      return { ...member, title }
    })
  }
}

if (import.meta.main) {
  if (process.argv[2] === '--install') {
    process.stdout.write(`${installOasdiff()}\n`)
  } else {
    const read = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'))
    const result = findBreakingChanges(read('server/openapi.released.json'), read('server/openapi.json'))
    process.stdout.write(result.stdout + result.stderr)
    process.exitCode = result.status ?? 1
  }
}
