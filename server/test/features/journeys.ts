import { expect } from 'vitest'
import type { Call, Headers } from '../api.ts'
import { eventually } from '../engine.ts'
import { createUser } from '../people.ts'
import { startAccounts } from './accounts.ts'

/** Starts the service and the sandbox, and creates applicants who opened their links. */
export async function startJourneys(settings: Record<string, string> = {}) {
  const world = await startAccounts({ SANDBOX_CLOCK: 'true', OUTBOUND_LOOPBACK: 'true', ...settings })
  const { acme, anonymous, newName, withToken } = world
  // Waits until the service follows the sandbox's clock.
  await eventually(() => world.proxy.count('GET /controls/clock') > 1)

  /** Creates an applicant who opened their link and, by default, gave consent. */
  async function anApplicant({ call = acme, changes = {}, agrees = true } = {}) {
    const { user_id } = await createUser(call, changes)
    const { webapp_link } = (await call('POST', '/user-tokens', { user_id })).body
    const code = String(webapp_link).split('/').at(-1) ?? ''
    const { body } = await anonymous('POST', '/journeys/sessions', { code })
    const person = withToken(body.token)
    const agree = () => person('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    if (agrees) expect((await agree()).status).toBe(201)
    const current = async () => {
      const reply = await person('GET', '/journeys/current')
      expect(reply.status, reply.text).toBe(200)
      return reply.body
    }
    return {
      user_id,
      code,
      person,
      agree,
      current,
      journeyId: body.journey_id as string,
      token: body.token as string,
      connect: (login: object = {}, headers: Headers = {}) =>
        person(
          'POST',
          '/accounts',
          { user_id, payroll_provider: 'sandbox-payroll', user_name: newName(), password: 'pass', ...login },
          headers,
        ),
      /** Returns the newest account, once it has reached this progress. */
      reached: (progress: string) =>
        eventually(async () => {
          const account = (await current()).accounts[0]
          return account?.progress === progress && account
        }),
    }
  }
  return { ...world, anApplicant }
}

export const pathOf = (url: string) => url.replace('http://127.0.0.1:8080', '')

export const refusal = ({ status, headers }: Awaited<ReturnType<Call>>) => [
  status,
  headers['x-svc-error-code'],
]
