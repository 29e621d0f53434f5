import type { World } from '../../server/test/template.ts'
import { openCaller } from './calls.ts'

/**
 * Creates a user token and a member token before the move; check() uses them, and the owner's password, after the
 * move.
 */
export async function openTokens(
  url: string,
  { apiKey, ownerPassword }: World['clients']['acme'],
  { name, userId }: { name: string; userId: string },
) {
  const anonymous = openCaller(url, {})
  const owner = { username: `owner@${name}.example`, password: ownerPassword }
  const withKey = openCaller(url, { 'x-api-key': apiKey })
  const { token, webapp_link } = (await withKey.call('POST', '/user-tokens', { user_id: userId })).body
  const { jwt } = (await anonymous.call('POST', '/members/signin', owner)).body
  const code = String(webapp_link).split('/r/')[1]
  const bearer = (value: unknown) => openCaller(url, { authorization: `Bearer ${value}` })
  return {
    async check() {
      const replies = {
        user: await bearer(token).call('GET', '/providers'),
        member: await bearer(jwt).call('GET', '/members'),
        'journey link': await anonymous.call('POST', '/journeys/sessions', { code }),
        password: await anonymous.call('POST', '/members/signin', owner),
      }
      return Object.entries(replies).flatMap(([kind, { status, body }]) =>
        status < 300 ? [] : [`${name}: ${kind}: ${status} ${JSON.stringify(body)}`],
      )
    },
  }
}
