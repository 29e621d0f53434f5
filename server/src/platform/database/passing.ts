import { Problem } from '../problem.ts'

// Statement, lock and idle time-outs, deadlock, serialisation.
const busyCodes = new Set(['57014', '55P03', '25P03', '40P01', '40001'])

// Too many connections, server going away or starting, and the network's own words.
const awayCodes = new Set([
  ...['53300', '57P01', '57P02', '57P03', '08006'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'],
])

// The driver's own words, which carry no code, for a connection that broke between two queries.
const brokenConnection =
  /^(Connection terminated|Query read timeout|Client (was closed|has encountered a connection error))/

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** The database answered, but not in time or not now: worth a few more tries. */
export const isBusy = (error: unknown) => busyCodes.has(codeOf(error))

/** The database cannot be reached: worth trying until it can. Only for errors that came from the database. */
export function isAway(error: unknown) {
  if (error instanceof Problem) return error.status === 503
  return awayCodes.has(codeOf(error)) || brokenConnection.test((error as Error | null)?.message ?? '')
}
