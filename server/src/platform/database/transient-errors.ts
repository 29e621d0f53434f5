import { Problem } from '../problem.ts'

// Statement, lock and idle timeouts, deadlock, serialisation failure.
const lockAndTimeoutCodes = new Set(['57014', '55P03', '25P03', '40P01', '40001'])

// read_only_sql_transaction: the server is no longer the primary.
const readOnlyCode = '25006'

// Too many connections, server shutting down or starting, and network errors.
const unreachableCodes = new Set([
  '53300',
  '57P01',
  '57P02',
  '57P03',
  '08006',
  readOnlyCode,
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

// The driver reports a connection that broke between two queries by message only, without a code.
const brokenConnectionMessage =
  /^(Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

// Raised by migration 0022 for writes to a client that is being moved to another cell.
const movingCode = 'PM001'

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** The database is reachable but hit a lock conflict or timeout: worth a few retries. */
export const isLockOrTimeout = (error: unknown) => lockAndTimeoutCodes.has(codeOf(error))

/** The server is a standby or a former primary. */
export const isNotPrimary = (error: unknown) => codeOf(error) === readOnlyCode

/** The client is being moved: this cell no longer accepts its writes. */
export const isClientMoving = (error: unknown) => codeOf(error) === movingCode

/** The database is unreachable: retry until it is back. Only for errors thrown by database calls. */
export function isUnreachable(error: unknown) {
  if (error instanceof Problem) return error.status === 503
  return (
    unreachableCodes.has(codeOf(error)) ||
    brokenConnectionMessage.test((error as Error | null)?.message ?? '')
  )
}
