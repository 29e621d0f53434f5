import { Problem } from '../problem.ts'

// Statement, lock and idle time-outs, deadlock, serialisation.
const busyCodes = new Set(['57014', '55P03', '25P03', '40P01', '40001'])

// A write to a server that only reads: it is primary no longer.
const demotedCode = '25006'

// Too many connections, server going away or starting, and the network's own words.
const awayCodes = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  demotedCode,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

// The driver's own words, which carry no code, for a connection that broke between two queries.
const brokenConnection =
  /^(Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

// What migration 0022 raises for a client that is on its way to another cell.
const movingCode = 'PM001'

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** The database answered, but not in time or not now: worth a few more tries. */
export const isBusy = (error: unknown) => busyCodes.has(codeOf(error))

/** Whoever is asked is not the primary, or not any more. */
export const isDemoted = (error: unknown) => codeOf(error) === demotedCode

/** The client is being moved: nothing of it is written here, now or any more. */
export const isMoving = (error: unknown) => codeOf(error) === movingCode

/** The database cannot be reached: worth trying until it can. Only for errors that came from the database. */
export function isAway(error: unknown) {
  if (error instanceof Problem) return error.status === 503
  return awayCodes.has(codeOf(error)) || brokenConnection.test((error as Error | null)?.message ?? '')
}
