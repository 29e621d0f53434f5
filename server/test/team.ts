import { randomBytes, randomInt } from 'node:crypto'
import { expect } from 'vitest'
import { type Call, startApi } from './api.ts'
import { eventually } from './eventually.ts'
import { mailedCode } from './people.ts'

export const password = 'correct horse battery staple'
export const newEmail = () => `m${randomBytes(5).toString('hex')}@team.example`
export const randomAddress = () => ({
  'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
})

/** Starts an API for this test file, with helpers to invite members who sign in. */
export async function startTeam(settings: Record<string, string> = {}) {
  // Trusts a proxy header, so that tests can choose the client address.
  const api = await startApi({ TRUST_PROXY: '1', ...settings })
  const { acme, anonymous, sql, world } = api

  const attempt = (username: string, guess: string, headers = randomAddress()) =>
    anonymous('POST', '/members/signin', { username, password: guess }, headers)
  // A sign-in block may expire while a slow machine hashes passwords, so tests extend or lift it explicitly.
  const extendBlocks = () =>
    sql(`update sign_in_failures set blocked_until = now() + interval '1 hour' where blocked_until > 'epoch'`)
  const lift = () => sql("update sign_in_failures set blocked_until = 'epoch'")

  const lastReadSeq = new Map<string, number>()

  /** Returns the next unread mail to an address. */
  function nextMail(to: string, pattern: RegExp) {
    const after = lastReadSeq.get(to) ?? 0
    return eventually(async () => {
      const reply = await fetch(`${world.inboxUrl}/messages?to=${encodeURIComponent(to)}&after=${after}`)
      const { messages } = (await reply.json()) as { messages: { seq: number; text: string }[] }
      for (const { seq, text } of messages) {
        lastReadSeq.set(to, seq)
        const [, found] = pattern.exec(text) ?? []
        if (found) return found
      }
      return undefined
    })
  }

  const invitationCode = (to: string) => nextMail(to, mailedCode.invitation)
  const mfaCode = (to: string) => nextMail(to, mailedCode.mfa)
  const resetCode = (to: string) => nextMail(to, mailedCode.reset)

  async function invite(call: Call, { email = newEmail(), role = 'FullMember' } = {}) {
    const invited = await call('POST', '/members', { email, role })
    expect(invited.status).toBe(201)
    return { email, id: invited.body.id as string, code: await invitationCode(email) }
  }

  const accept = (code: string, changes: object = {}) =>
    anonymous(
      'POST',
      `/members/invitations/${code}/accept`,
      { name: 'Marlow', password, ...changes },
      randomAddress(),
    )

  /** Creates a member who signs in with a mailed code. */
  async function createConfirmedMember(call = acme) {
    const { email, id, code } = await invite(call)
    expect((await accept(code)).status).toBe(200)
    return { email, id }
  }

  /** Uses a token continuously, so that it stays cached, until it is refused. */
  const untilRefused = (token: string) =>
    eventually(async () => (await api.withToken(token)('GET', '/configuration')).status === 401)

  const startReset = (username: string) =>
    anonymous('POST', '/members/password-reset/initiate', { username }, randomAddress())
  const confirmReset = (code: string, changes: object = {}, headers = randomAddress()) =>
    anonymous('POST', '/members/password-reset/confirm', { code, password, ...changes }, headers)

  return {
    api,
    attempt,
    extendBlocks,
    lift,
    invitationCode,
    mfaCode,
    resetCode,
    invite,
    accept,
    createConfirmedMember,
    untilRefused,
    startReset,
    confirmReset,
  }
}
