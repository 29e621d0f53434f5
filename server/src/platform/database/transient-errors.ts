import pg from 'pg'
import { Problem } from '../problem.ts'

// Codes for statement, lock and idle timeouts, deadlocks and serialisation failures.
const lockAndTimeoutCodes = new Set(['57014', '55P03', '25P03', '40P01', '40001'])

// Code of read_only_sql_transaction: the server is no longer the primary.
const readOnlyCode = '25006'

// Classes of insufficient resources (disk full, out of memory, too many connections) and system errors (I/O errors).
// They are not caused by the statement and pass without a change of it.
const resourceCode = /^(53|58)[0-9A-Z]{3}$/

// Codes for a server that is shutting down or starting, and network errors.
const unreachableCodes = new Set([
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

// If a connection broke between two queries, the driver's error has no code and can only be recognised by its
// message.
const brokenConnectionMessage =
  /^(Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

// Raised by a trigger of migration 0022 for writes to a client that is being moved to another cell.
const movingCode = 'PM001'

const foreignKeyCode = '23503'
const deadlockCode = '40P01'

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Whether the database is reachable but hit a lock conflict or timeout. These errors are worth a few retries. */
export const isLockOrTimeout = (error: unknown) => lockAndTimeoutCodes.has(codeOf(error))

/** Whether PostgreSQL ended the transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown) => codeOf(error) === deadlockCode

/** Whether PostgreSQL itself reported that it is shutting down or out of resources, as opposed to any other server. */
export const isDatabaseUnavailable = (error: unknown) =>
  error instanceof pg.DatabaseError && isUnreachable(error)

/** Whether the server is a standby or a former primary. */
export const isNotPrimary = (error: unknown) => codeOf(error) === readOnlyCode

/** Whether the client is being moved to another cell, so that this cell no longer accepts its writes. */
export const isClientMoving = (error: unknown) => codeOf(error) === movingCode

/**
 * Whether a row that a write refers to was deleted by a concurrent transaction. `clients` and `client_keys` do not count: no
 * request names them.
 */
export const isReferenceDeleted = (error: unknown) =>
  codeOf(error) === foreignKeyCode && !refersToClient.test(String((error as { detail?: unknown }).detail))

/** Whether the client, or the version of its key that a write refers to, was removed by an operator. */
export const isClientReplaced = (error: unknown) =>
  codeOf(error) === foreignKeyCode && refersToClient.test(String((error as { detail?: unknown }).detail))

// With row-level security, the detail of the error names only the table.
const refersToClient = /table "(?:clients|client_keys)"/

/**
 * Whether the database is unreachable or out of resources, so that callers should retry until it is back. Only for
 * errors thrown by database calls.
 */
export function isUnreachable(error: unknown) {
  if (error instanceof Problem) return error.status === 503
  return (
    unreachableCodes.has(codeOf(error)) ||
    resourceCode.test(codeOf(error)) ||
    brokenConnectionMessage.test((error as Error | null)?.message ?? '')
  )
}
