import { randomBytes } from 'node:crypto'
import { choosePort } from '../../dev/services/ports.ts'
import { runAdmin } from '../../server/src/admin.ts'
import type { Call } from '../../server/test/api.ts'
import { askForObjects } from '../../server/test/objects-on-demand.ts'
import { openTestApi } from '../../server/test/open-test-api.ts'
import { openSandboxProcess } from '../../server/test/sandbox-process.ts'
import type { World } from '../../server/test/template.ts'

/** A year of tax is known from October; in June the year before last is. */
const clock = '2026-06-15T09:00:00Z'

/** Nobody answers there: a browser that is sent to it is answered by the test. */
export const callback = 'https://acme.example/done?from=journey'

export type JourneyWorld = Awaited<ReturnType<typeof openJourneyWorld>>
export type Client = {
  clientId: string
  call: Call
  must: ReturnType<typeof mustWith>
  owner: { email: string; password: string }
}
export type Person = Awaited<ReturnType<JourneyWorld['aPerson']>>

/** The whole service with its pages at an address, a real object store, and the sandbox as a program of its own. */
export async function openJourneyWorld(services: World, settings: Record<string, string> = {}) {
  const port = await choosePort(0)
  const url = `http://127.0.0.1:${port}`
  const [sandbox, store] = await Promise.all([
    openSandboxProcess({ clock, serviceUrl: url }),
    askForObjects(services),
  ])
  const api = await openTestApi(services, {
    ...{ BASE_URL: url, SANDBOX_URL: sandbox.url, SANDBOX_CLOCK: 'true', OUTBOUND_LOOPBACK: 'true' },
    ...store.settings,
    ...settings,
  })
  await api.server.listen({ port, host: '127.0.0.1' })

  /** A lender with its name, logo and colours, for whom every source is switched on. */
  async function aClient(changes: object = {}): Promise<Client> {
    const name = `acme-${randomBytes(3).toString('hex')}`
    const email = `owner@${name}.example`
    const { clientId, apiKey, ownerPassword } = (await runAdmin(api.config, [
      ...['create-client', '--name', name, '--owner-mfa', 'disabled'],
      ...['--owner-email', email, '--owner-name', 'Olive Owner'],
    ])) as { clientId: string; apiKey: string; ownerPassword: string }
    const call = api.withKey(apiKey)
    const must = mustWith(call)
    await must('PATCH', '/configuration', {
      ...{ client_display_name: 'Acme Lending', client_logo: `${sandbox.url}/logos/brindlewick.svg` },
      ...{ client_callback_url: callback, brand_colour: '#0b5c4a' },
      ...{ payroll_connections_enabled: true, taxauth_enabled: true, payslip_upload_enabled: true },
      ...changes,
    })
    return { clientId, call, must, owner: { email, password: ownerPassword } }
  }

  /** Somebody of the sandbox, registered by the client as they are; `link` opens their journey. */
  async function aPerson({ must }: Client, userName: string, changes: object = {}) {
    const truth: Truth = await sandbox.control('GET', `/people/${userName}`)
    const { forename, surname, date_of_birth, ni_number, addresses } = truth.identity
    const { user_id } = await must('POST', '/users', {
      ...{ forename, surname, date_of_birth, ni_number, ext_id: 'LOAN-2041' },
      post_codes: addresses.map(({ post_code }) => post_code),
      payroll_period_months: 3,
      ...changes,
    })
    const aLink = async () => (await must('POST', '/user-tokens', { user_id })).webapp_link as string
    return { user_id: user_id as string, userName, truth, aLink, link: await aLink() }
  }

  return {
    ...{ api, url, sandbox, aClient, aPerson },
    storeUrl: new URL(store.settings.S3_ENDPOINT).origin,
    /** A paper of the sandbox as a file to upload. */
    async aPaper(kind: 'payslip' | 'statement', query: string) {
      const reply = await fetch(`${sandbox.url}/controls/documents/${kind}?${query}`)
      if (!reply.ok) throw new Error(await reply.text())
      return Buffer.from(await reply.arrayBuffer())
    },
    async close() {
      await api.close()
      await store.objects.close()
      await sandbox.stop()
    },
  }
}

/** What the sandbox knows of a person, as far as the journey asks for it. */
type Truth = {
  identity: {
    forename: string
    surname: string
    date_of_birth: string
    ni_number: string
    unique_tax_reference: string
    addresses: { post_code: string }[]
  }
  sign_in: { code: string; memorable_date: string; memorable_word: string }
  jobs: { employer: { name: string } }[]
}

/** The body of a call that has to work for the test to go on. */
const mustWith =
  (call: Call) =>
  async (...asked: Parameters<Call>) => {
    const reply = await call(...asked)
    if (reply.status >= 300) throw new Error(`${asked[0]} ${asked[1]}: ${reply.status} ${reply.text}`)
    return reply.body
  }
