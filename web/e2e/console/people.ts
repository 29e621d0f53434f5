import { createHash, randomUUID } from 'node:crypto'
import type { Document } from '@payproof/sdk'
import { signInAtAuthority } from '../../../server/test/authority.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { leaveForProvider } from '../../../server/test/oauth2-start.ts'
import { type E2eClient, type E2ePerson, type JourneyWorld, mustWith } from '../world.ts'

// Creates ten sandbox people with every kind of data, through the API as clients and applicants do.

/** Payroll logins; the password selects the sandbox's behaviour. */
const payroll: [userName: string, login: string][] = [
  ['wilhelmina.oakapple', 'pass'],
  ['barnaby.thistlewick', 'pass'],
  ['gwendolyn.larkspur', 'pass'],
  ['dashiell.pennyfeather', 'pass'],
  ['marguerite.saltmarsh', 'pass'],
  ['quentin.snowberry', 'mfa:code'],
  ['person.1', 'error:account_locked'],
  ['person.2', 'pass'],
]
const registeredOnly = ['person.3', 'person.4']

/** Plain data, because test processes receive it as JSON. */
export type PopulatedClient = {
  people: { userName: string; user_id: string }[]
  documents: Record<'statement' | 'payslip' | 'tampered', { document_id: string }>
  webhooks: { good: string; bad: string }
}

export type People = ReturnType<typeof peopleOf>

/** Returns the populated client with a lookup of people by user name. */
export function peopleOf({ people, documents, webhooks }: PopulatedClient) {
  const of = (userName: string) => {
    const person = people.find((one) => one.userName === userName)
    if (!person) throw new Error(`${userName} is not registered`)
    return person
  }
  return {
    people,
    of,
    wilhelmina: of('wilhelmina.oakapple'),
    marguerite: of('marguerite.saltmarsh'),
    documents: documents,
    webhooks,
  }
}

/** Populates a client. This takes about 15 s, so it is done once for all test files of a run. */
export async function populate(world: JourneyWorld, lender: E2eClient): Promise<PopulatedClient> {
  const webhooks = await subscribe(world, lender)
  const names = [...payroll.map(([userName]) => userName), ...registeredOnly]
  const people = await Promise.all(names.map((name, n) => register(world, lender, name, n)))
  const of = (userName: string) => people.find((one) => one.userName === userName) as Registered
  const wilhelmina = of('wilhelmina.oakapple')
  const marguerite = of('marguerite.saltmarsh')
  const [statement, payslip, tampered] = await Promise.all([
    submitDocument(world, lender, wilhelmina, 'statement'),
    submitDocument(world, lender, wilhelmina, 'payslip'),
    submitDocument(world, lender, marguerite, 'statement', '&tamper=wrong-arithmetic'),
    ...payroll.map(([userName, login]) => connect(lender, of(userName), login)),
    connectTax(world, lender, of('dashiell.pennyfeather')),
  ])
  await waitForData(lender, people, webhooks)
  for (const [userName, login] of payroll) if (login === 'pass') await reportEvents(of(userName), lastSteps)
  await leaveNote(wilhelmina)
  return {
    people: people.map(({ userName, user_id }) => ({ userName, user_id })),
    documents: {
      statement: { document_id: statement.document_id },
      payslip: { document_id: payslip.document_id },
      tampered: { document_id: tampered.document_id },
    },
    webhooks,
  }
}

/** Creates one webhook whose receiver responds and one whose receiver does not. */
async function subscribe({ sandbox }: JourneyWorld, { must }: E2eClient) {
  const events = ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted']
  const inbox = (name: string) => `${sandbox.url}/inbox/${name}`
  const behaviour = { status: 503, times: 1_000 }
  const reply = await fetch(`${inbox('broken')}/behaviour`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(behaviour),
  })
  if (!reply.ok) throw new Error(await reply.text())
  const add = async (name: string, url: string): Promise<string> =>
    (await must('POST', '/webhooks', { name, url, events, signing_secret: 'between the two of us' }))
      .webhook_id
  return { good: await add('Decisions', inbox('acme')), bad: await add('Data warehouse', inbox('broken')) }
}

export type Registered = E2ePerson & { asPerson: Call; must: Must }
type Call = JourneyWorld['api']['anonymous']
type Must = E2eClient['must']

/** Registers a person who opens the journey and gives consent. */
export async function register(
  world: JourneyWorld,
  lender: E2eClient,
  userName: string,
  n: number,
): Promise<Registered> {
  const person = await world.aPerson(lender, userName, {
    ext_id: `LOAN-${2041 + n}`,
    payroll_period_months: 24,
    taxauth_enabled: true,
  })
  const code = person.link.split('/').at(-1)
  const { body } = await world.api.anonymous('POST', '/journeys/sessions', { code })
  const asPerson = world.api.withToken(body.token)
  const must = mustWith(asPerson)
  const isTraveller = !registeredOnly.includes(userName)
  if (isTraveller) await must('POST', '/authorisations', { user_id: person.user_id, user_agent: 'Browser 1' })
  const registered = { ...person, asPerson, must }
  await reportEvents(registered, [
    { name: 'open' },
    seen('welcome'),
    seen('consent'),
    ...(isTraveller ? firstSteps : []),
  ])
  return registered
}

const reportEvents = ({ must }: Registered, events: object[]) =>
  must('POST', '/journeys/current/events', {
    events: events.map((event) => ({ id: randomUUID(), ...event })),
  })

const provider = 'sandbox-payroll'
const seen = (view: string) => ({ name: 'view', view })
/** Journey events common to everyone who signs in. */
const firstSteps = [
  { name: 'consent_accepted' },
  seen('source'),
  { name: 'source_selected', source: 'payroll' },
  seen('employer'),
  seen('provider'),
  { name: 'provider_selected', provider },
  seen('login'),
  { name: 'login_submitted', provider },
  seen('progress'),
]
/** Journey events of everyone whose payroll was connected. */
const lastSteps = [
  { name: 'connected', provider },
  { name: 'data_ready', provider },
  seen('review'),
  seen('done'),
]

/** Connects a person at the sandbox's payroll provider; the password selects the sandbox's behaviour. */
export async function connect({ call }: E2eClient, { user_id, userName }: E2ePerson, login: string) {
  const reply = await call('POST', '/accounts', {
    user_id,
    payroll_provider: provider,
    user_name: userName,
    password: login,
  })
  // A login with an `error:` password is expected to fail.
  if (reply.status >= 300 && !login.startsWith('error:'))
    throw new Error(`${userName} does not connect: ${reply.text}`)
}

async function connectTax(
  { api }: JourneyWorld,
  { must }: E2eClient,
  { user_id, userName, truth }: E2ePerson,
) {
  const { unique_tax_reference, ni_number } = truth.identity
  const { authorization_url } = await must('POST', '/accounts', {
    user_id,
    payroll_provider: 'taxauth',
    extra_login_params: { unique_tax_reference, ni_number },
  })
  const pathOf = (address: string) => address.replace(new URL(address).origin, '')
  const left = await leaveForProvider(
    (path, headers) => api.anonymous('GET', path, undefined, headers),
    pathOf(authorization_url),
  )
  const cookie = String(left.headers['set-cookie']).split(';')[0] ?? ''
  const back = await signInAtAuthority(String(left.headers.location), { userName })
  const { status } = await api.anonymous('GET', pathOf(back), undefined, { cookie })
  if (status >= 400) throw new Error(`${userName} does not come back from the tax authority`)
}

const uploadPaths = {
  statement: { method: 'PUT', path: '/documents/bank-statements' },
  payslip: { method: 'POST', path: '/payroll/entries/payslips' },
} as const

/**
 * Uploads a document as an applicant does and waits until it is stored, because extraction may continue after the
 * response.
 */
export async function submitDocument(
  world: JourneyWorld,
  lender: E2eClient,
  person: Registered,
  kind: keyof typeof uploadPaths,
  query = '',
) {
  const file = await world.aDocument(kind, `user_name=${person.userName}${query}`)
  return { document_id: await submitFile(lender, person, kind, file), file }
}

/** Uploads a file and returns the id of its document. */
export async function submitFile(
  lender: E2eClient,
  { must, user_id }: Registered,
  kind: keyof typeof uploadPaths,
  file: Buffer,
  options: { manual_review?: boolean } = {},
) {
  const { method, path: basePath } = uploadPaths[kind]
  const asked = { files: [{ file_name: `${kind}.pdf` }] }
  const { presigned_urls } = await must(method, `${basePath}/presign`, asked)
  const [{ presigned_url, path }] = presigned_urls
  const put = await fetch(presigned_url, {
    method: 'PUT',
    headers: { 'content-type': 'application/pdf', 'if-none-match': '*' },
    body: file,
  })
  if (!put.ok) throw new Error(`the store refused ${kind}: ${put.status}`)
  const read = await must(method, basePath, { files: [{ path, ...options }] })
  const [problem] = read.payslip_errors ?? read.bank_statement_errors
  if (problem && !storedAnyway.has(problem.code) && !options.manual_review)
    throw new Error(`${kind} was not read: ${JSON.stringify(problem)}`)
  const sha256 = createHash('sha256').update(file).digest('hex')
  return eventually(async () => {
    const { documents }: { documents: Document[] } = await lender.must('GET', `/documents?user_id=${user_id}`)
    return documents.find(({ pdf_metadata }) => pdf_metadata?.sha256 === sha256)?.id
  }, 180_000)
}

/** Problems of documents that are kept: one that is read later, and one that shows no income. */
const storedAnyway = new Set(['still-processing', 'credit-card-statement'])

/** Waits until all pending work is finished. */
async function waitForData(
  { must }: E2eClient,
  people: Registered[],
  { good, bad }: { good: string; bad: string },
) {
  const byName = new Map(people.map((person) => [person.userName, person.user_id]))
  const hasPay = async (userName: string) =>
    (await must('GET', `/payroll/${byName.get(userName)}?limit=1`)).pagination.total_count > 0
  const connected = payroll.filter(([, login]) => login === 'pass').map(([userName]) => userName)
  for (const userName of connected) await eventually(() => hasPay(userName))
  const taxOf = byName.get('dashiell.pennyfeather')
  const documentOwner = byName.get('wilhelmina.oakapple')
  await eventually(
    async () => (await must('GET', `/taxauth/${taxOf}?limit=1`)).pagination.total_count > 0,
    60_000,
  )
  await eventually(
    async () => (await must('GET', `/documents?user_id=${documentOwner}`)).pagination.total_count >= 2,
    60_000,
  )
  for (const id of [good, bad])
    await eventually(
      async () => (await must('GET', `/webhooks/${id}/deliveries?limit=1`)).deliveries.length > 0,
      60_000,
    )
}

/** The person confirms who they are first: payroll data may have arrived before the documents of their device. */
async function leaveNote({ must, truth }: Registered) {
  await must('POST', '/journeys/current/confirmations', {
    date_of_birth: truth.identity.date_of_birth.slice(0, 10),
  })
  const { jobs } = await must('GET', '/journeys/current/findings')
  await must('POST', '/journeys/current/notes', {
    subject: 'job',
    submission_id: jobs[0].submission_id,
    field: 'role',
    text: 'My role has changed in May.',
  })
}
