import { PayproofError } from '@payproof/sdk'
import { api } from '../api.ts'
import { newReference, registerPerson } from './register-person.ts'

/** States that test users are left in, in turn. */
export const testStates = [
  'connected',
  'invited',
  'decided',
  'waiting for a code',
  'registered',
  'login refused',
] as const
export type TestState = (typeof testStates)[number]

/** Passwords that select the behaviour of the sandbox provider. */
const passwords: Partial<Record<TestState, string>> = {
  connected: 'pass',
  decided: 'pass',
  'waiting for a code': 'mfa:code',
  'login refused': 'error:account_locked',
}

const provider = 'sandbox-payroll'

export const stateOf = (index: number) => testStates[index % testStates.length] ?? 'registered'

/** Registers one sandbox person and leaves them in the state. */
export async function makeTestUser(userName: string, state: TestState) {
  const person = await api.sandbox.getPerson(userName)
  const { user_id } = await registerPerson(person, newReference())
  if (state === 'invited') await api.userTokens.create({ user_id })
  const password = passwords[state]
  if (password) await connect(user_id, userName, password)
  if (state === 'decided')
    await api.reviews.decide(user_id, { decision: 'approve', reason: 'Test data: an example of a decision.' })
}

async function connect(user_id: string, user_name: string, password: string) {
  await api.authorisations.create({ user_id, user_agent: navigator.userAgent.slice(0, 200) })
  try {
    await api.accounts.create({ user_id, payroll_provider: provider, user_name, password })
  } catch (error) {
    const isRefused = error instanceof PayproofError && (error.status ?? 500) < 500
    // Some of the logins are meant to be refused.
    if (!isRefused || password === 'pass') throw error
  }
}
