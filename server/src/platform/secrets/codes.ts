import { randomBytes, randomUUID } from 'node:crypto'
import { routeTagOf, type Tx } from '../database/tenancy.ts'

/** A secret for a link or a mail, of 43 characters: where it belongs, and 198 random bits. */
export const makeCode = (tx: Tx) => routeTagOf(tx) + randomBytes(25).toString('base64url').slice(0, 33)

/** A public id that says where it belongs: it ends with the letters of the cell and the beginning of the client's id. */
export function makeRoutedId(tx: Tx) {
  const tag = routeTagOf(tx)
  return `${randomUUID().slice(0, 24)}${Buffer.from(tag.slice(0, 2)).toString('hex')}${tag.slice(2)}`
}
