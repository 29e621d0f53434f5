import { randomBytes, randomUUID } from 'node:crypto'
import { routeTagOf, type Tx } from '../database/tenancy.ts'

/**
 * Creates a secret of 43 characters for a link or an e-mail: the route tag of cell and client, followed by 198 random
 * bits.
 */
export const makeCode = (tx: Tx) => routeTagOf(tx) + randomBytes(25).toString('base64url').slice(0, 33)

/** Creates a public id that the router can route: a UUID that ends with the cell and the start of the client id. */
export function makeRoutedId(tx: Tx) {
  const tag = routeTagOf(tx)
  return `${randomUUID().slice(0, 24)}${Buffer.from(tag.slice(0, 2)).toString('hex')}${tag.slice(2)}`
}
