import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { neverDeclared, type ReturnedStatus, returnedStatuses } from '../src/platform/http/operation.ts'

// The request log of the test suite: every status that an operation returned, in the processes of the tests and in services that they
// start. The suite fails if openapi.json does not declare one of them.

/** Loaded with `--import` into a service that tests start. */
export const requestLogger = fileURLToPath(new URL('programs/log-requests.ts', import.meta.url))

type Operation = { operationId: string; responses: Record<string, unknown> }
type Declared = ReadonlyMap<string, ReadonlySet<number>>

let declared: Declared | undefined

/** Statuses of openapi.json by operation. */
function readDeclared(): Declared {
  const { paths } = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  return new Map(
    operations.map(({ operationId, responses }) => [
      operationId,
      new Set(Object.keys(responses).map(Number)),
    ]),
  )
}

/**
 * Returns one line for each combination of operation and status that openapi.json does not declare. Operations
 * missing from openapi.json are ignored, because only tests define them.
 */
export function describeUndeclared(returned: Iterable<ReturnedStatus>): string[] {
  declared ??= readDeclared()
  return [...returned].flatMap(({ operation, status }) => {
    const statuses = declared?.get(operation)
    if (!statuses || statuses.has(status) || neverDeclared.includes(status)) return []
    return [
      `${operation} returned ${status}, but openapi.json declares only ${[...statuses].join(', ')}: add ${status} to the route, then run npm run generate`,
    ]
  })
}

const seen = new Map<string, ReturnedStatus>()

/** Logs the statuses that this process returns from now on, each pair once, to a file of its own. */
export function logRequests(folder: string) {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.jsonl`)
  returnedStatuses.subscribe((message) => {
    const { operation, status } = message as ReturnedStatus
    const key = `${operation} ${status}`
    if (seen.has(key)) return
    seen.set(key, { operation, status })
    // At once: tests end services with SIGKILL.
    appendFileSync(file, `${JSON.stringify({ operation, status })}\n`)
  })
}

let isLogging = false

/** As logRequests, once in a test process, which runs many files. Returns the undeclared ones of this file. */
export function watchRequests(folder: string) {
  if (!isLogging) logRequests(folder)
  isLogging = true
  const before = seen.size
  return () => describeUndeclared([...seen.values()].slice(before))
}

/** Reads the logs of all processes. Fails the test run if a pair is not declared, and prints how many there are. */
export function checkRequestLog(folder: string) {
  const pairs = new Map(
    listFiles(folder)
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
      .map((line) => [line, JSON.parse(line) as ReturnedStatus]),
  )
  const undeclared = describeUndeclared(pairs.values())
  process.stdout.write(
    `request log: ${pairs.size} pairs of operation and status, ${undeclared.length} undeclared\n`,
  )
  if (undeclared.length === 0) return
  process.stdout.write(`${undeclared.join('\n')}\n`)
  // Vitest prints errors of a global teardown, but does not fail for them.
  process.exitCode = 1
}

function listFiles(folder: string) {
  mkdirSync(folder, { recursive: true })
  return readdirSync(folder)
}
