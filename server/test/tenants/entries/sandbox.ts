import { type MatrixEntry, shapes } from './entry.ts'

// The sandbox of a client.

// No sandbox listens at the configured URL, so these operations end with `unavailable`.
const inSandbox = (way: string, body?: object) =>
  shapes(`client FullMember ${body ? 'write' : 'read'}`, {
    endsWith: 'unavailable',
    request: () => ({ path: `/sandbox${way}`, ...(body && { body }) }),
  })

export const sandboxEntries: Record<string, MatrixEntry> = {
  listSandboxPeople: inSandbox('/people'),
  getSandboxPerson: inSandbox('/people/wilhelmina.oakapple'),
  setSandboxBehaviour: inSandbox('/people/person.1/behaviour', {
    provider: 'sandbox-cloud',
    behaviour: null,
  }),
  getSandboxClock: inSandbox('/clock'),
  moveSandboxClock: inSandbox('/clock', { advance: 'PT1S' }),
  listSandboxProviders: inSandbox('/providers'),
  updateSandboxProvider: inSandbox('/providers/sandbox-cloud', { is_down: false }),
  getSandboxInbox: inSandbox('/inbox'),
  setSandboxInboxKeys: inSandbox('/inbox', { signing_secrets: ['s'] }),
}
