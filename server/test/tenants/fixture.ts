import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createRejectedReading } from '../../src/extraction/rejections.ts'
import { addAccount } from '../../src/features/accounts/service.ts'
import { storeStatements } from '../../src/features/bank-statements/store-statements.ts'
import { describeSource } from '../../src/features/documents/provenance.ts'
import { storeRetrieved } from '../../src/features/payroll/retrieval/store.ts'
import { storeYears } from '../../src/features/tax-income/store-tax-years.ts'
import { publish } from '../../src/features/webhooks/service.ts'
import { audit, type Tx } from '../../src/platform/database/tenancy.ts'
import type { MemberRole } from '../../src/platform/http/caller.ts'
import { openObjectStore } from '../../src/platform/objects/objects.ts'
import { objectSettings, openCoreDependencies } from '../../src/process/dependencies.ts'
import type { Api, Call } from '../api.ts'
import { aPdf, storeSampleDocument } from '../features/sample-documents.ts'
import { aPayslip } from '../features/sample-payslips.ts'
import { aStatement } from '../features/sample-statements.ts'
import { asOwner, aUser, signInForLong, signInOwner } from '../people.ts'
import { type Canaries, type Owner, openCanaries } from './canaries.ts'

/**
 * Ids that a request can contain. Client-level ids may be used by every credential of the client, user-level ids only
 * by that user.
 */
export const idsOwnedBy = {
  user_id: 'user',
  authorisation_id: 'user',
  ext_id: 'user',
  account_id: 'user',
  entry_id: 'user',
  document_id: 'user',
  submission_id: 'user',
  statement_id: 'user',
  tax_account_id: 'user',
  tax_entry_id: 'user',
  report_link_id: 'user',
  term_id: 'client',
  member_id: 'client',
  session_id: 'client',
  passkey_id: 'client',
  api_key_id: 'client',
  webhook_id: 'client',
  delivery_id: 'client',
  event_id: 'client',
} as const

export type IdName = keyof typeof idsOwnedBy
export type Ids = Record<IdName, string>
export type Member = { id: string; email: string; password: string; token: string }
export type ClientName = 'acme' | 'rival'
export type CodePurpose = 'invitation' | 'password-reset' | 'mfa' | 'approval'

export type TenantFixture = Awaited<ReturnType<typeof createTenantFixture>>

/** Creates an uploaded document with its file in the store. */
export async function createDocument(
  api: Api,
  client: ClientName,
  secret: (what: string) => string,
  owner: { user_id: string; authorisation_id: string },
) {
  const objects = openObjectStore(objectSettings(api.config))
  const names = { file_name: secret('file name'), external_id: secret('external id of a document') }
  const bytes = aPdf(secret('words of a document'))
  const id = await inTransaction(api, client, (tx) =>
    storeSampleDocument(tx, objects, { ...owner, ...names, bytes }),
  )
  await objects.close()
  return id
}

/** The data extracted from that document. */
export async function createStatement(
  api: Api,
  client: ClientName,
  secret: (what: string) => string,
  { user_id, authorisation_id, document_id }: Record<'user_id' | 'authorisation_id' | 'document_id', string>,
) {
  const submission = aStatement([['2026-05-29', secret('line of a statement'), '2,000.00']])
  submission.account_information.account_holder_name = secret('holder of a bank account')
  const reading = {
    ...createRejectedReading('empty'),
    kind: 'bank_statement' as const,
    rejection: null,
    submission,
  }
  const upload = {
    id: document_id,
    client_id: api.world.clients[client].clientId,
    user_id,
    path: '',
    type: 'bank_statement' as const,
    file_name: 'may.pdf',
    external_id: null,
  }
  const file = { bytes: Buffer.alloc(0), sha256: '' }
  const kept = { n: 0, upload, file, reading, source: describeSource(reading, '') }
  const [id = ''] = await inTransaction(api, client, (tx) =>
    storeStatements(tx, { user_id, authorisation_id }, [kept]),
  )
  return id
}

/** One of their tax years from HMRC, through an account that no longer sends requests. */
export async function createTaxIncome(
  api: Api,
  client: ClientName,
  secret: (what: string) => string,
  { user_id, authorisation_id }: { user_id: string; authorisation_id: string },
) {
  const years = [
    {
      tax_year: '2024-25',
      total_income: '30000.00',
      employers: [
        { employer_name: secret('employer of a tax year'), income: '30000.00', tax_paid: '3486.00' },
      ],
    },
  ]
  return inTransaction(api, client, async (tx) => {
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'taxauth',
      is_tax_authority: true,
      status: 'AUTHORISED',
      reason: 'test',
      holder: { user_name: secret('tax reference'), employee_name: null },
    })
    const now = new Date()
    const entry = await storeYears(tx, account, {
      data: years,
      authorisation_id,
      now,
      environment: 'sandbox',
    })
    await leaveUnscheduled(tx, account.id)
    return { tax_account_id: account.id, tax_entry_id: entry ?? '' }
  })
}

/** Creates both clients with users, terms and consents, and a canary in every field that others must not read. */
export async function createTenantFixture(api: Api) {
  const canaries = openCanaries()
  const acme = await createTenant(api, 'acme', canaries, 'subject')
  const rival = await createTenant(api, 'rival', canaries, 'rival')
  const other = await createSubject(api, 'acme', canaries, 'other user', acme.ids.term_id)
  return {
    api,
    canaries,
    acme,
    rival,
    /** Member used for public operations; no credential depends on this member. */
    target: await addMember(api, 'acme', 'Support', canaries, (defaultOwner) => defaultOwner),
    /** Ids of another user of acme, together with those shared by the client. */
    otherIds: { ...acme.ids, ...other } satisfies Ids,
    clientIds: { acme: api.world.clients.acme.clientId, rival: api.world.clients.rival.clientId },
  }
}

async function createTenant(api: Api, name: ClientName, canaries: Canaries, person: Owner) {
  const call = api[name]
  const owner = (defaultOwner: Owner) => (name === 'rival' ? 'rival' : defaultOwner)
  const { clientId } = api.world.clients[name]
  canaries.plant(owner('ids'), 'client id', clientId)
  canaries.plant(owner('team'), "owner's name", `Olive of ${name}`)
  canaries.plant(owner('team'), "owner's e-mail", `owner@${name}.example`)
  const secret = (what: string) => canaries.plant(owner('client'), what)
  await must(call, 'PATCH', '/configuration', {
    client_display_name: secret('display name'),
    client_logo: secret('logo'),
    client_callback_url: `https://${secret('callback url')}.example/`,
  })
  const term = await must(call, 'POST', '/authorisations/terms', {
    name: secret('term name'),
    authorisation_text: secret('term text'),
    authorisation_category: 'one_time',
  })
  canaries.plant(owner('client'), 'term id', term.id)
  const key = await must(await asOwner(api, name), 'POST', '/api-keys', {
    name: canaries.plant(owner('team'), 'API key name'),
  })
  canaries.plant(owner('team'), 'API key id', key.id)
  const addMemberAs = (role: Exclude<MemberRole, 'Owner'>) => addMember(api, name, role, canaries, owner)
  const members = {
    Owner: { token: await signInOwner(api, name) },
    Admin: await addMemberAs('Admin'),
    FullMember: await addMemberAs('FullMember'),
    Support: await addMemberAs('Support'),
    Underwriter: await addMemberAs('Underwriter'),
    Developer: await addMemberAs('Developer'),
  }
  const session = await createOthersSession(api, name)
  const user = await createSubject(api, name, canaries, person, term.id)
  const webhook = await createWebhook(api, name, canaries, user.user_id)
  const ids: Ids = {
    ...user,
    ...webhook,
    term_id: term.id,
    member_id: members.FullMember.id,
    session_id: session.id,
    passkey_id: await createPasskey(api, session.memberId),
    api_key_id: key.id,
  }
  await createSsoProvider(api, name)
  return { ids, members, key: key.key as string }
}

/** Creates a paused webhook with a pending delivery, so that no delivery worker changes rows during the matrix. */
export async function createWebhook(api: Api, client: ClientName, canaries: Canaries, userId: string) {
  const owner = (defaultOwner: Owner) => (client === 'rival' ? 'rival' : defaultOwner)
  const secret = (of: Owner, what: string, text?: string) => canaries.plant(owner(of), what, text)
  const { webhook_id } = await must(api[client], 'POST', '/webhooks', {
    name: secret('client', 'webhook name'),
    events: ['user-payroll-submitted'],
    // `.invalid` never resolves, so that nothing sent during the matrix reaches a receiver.
    url: `https://${secret('client', 'webhook url')}.invalid/hook`,
    signing_secret: canaries.plant('write-only', 'signing secret'),
    encryption_key: canaries.plant('write-only', 'encryption key', randomBytes(32).toString('base64')),
  })
  const path = `/webhooks/${secret('ids', 'webhook id', webhook_id)}`
  await must(api[client], 'POST', `${path}/pause`)
  await inTransaction(api, client, (tx) =>
    publish(tx, {
      event: 'user-payroll-submitted',
      user_id: userId,
      fields: { entry_id: secret('ids', 'entry id', randomUUID()), account_id: null },
      payload: { payroll_submissions: [secret('subject', 'payload of an event')] },
    }),
  )
  await inTransaction(api, client, (tx) =>
    publish(tx, {
      event: 'user-bank-statement-submitted',
      user_id: userId,
      fields: { document_external_ids: [secret('subject', "client's own document id in an event")] },
    }),
  )
  const { deliveries } = await must(api[client], 'GET', `${path}/deliveries`)
  const [{ delivery_id, event_id }] = deliveries
  secret('ids', 'delivery id', delivery_id)
  secret('ids', 'event id', event_id)
  return {
    webhook_id: webhook_id as string,
    delivery_id: delivery_id as string,
    event_id: event_id as string,
  }
}

/** Runs work as a feature would: in a transaction of the client, with the audit line that every write needs. */
async function inTransaction<T>(api: Api, client: ClientName, work: (tx: Tx) => Promise<T>) {
  const { database, keyring } = await openCoreDependencies(api.config)
  const { clientId } = api.world.clients[client]
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  const tenant = database.tenant(clientId, actor, await keyring.of(clientId))
  const done = await tenant.transaction((tx) => {
    audit(tx, 'test.acted')
    return work(tx)
  })
  await database.close()
  return done
}

/** A connected account with one payslip, without calling a provider. */
export async function createAccount(
  api: Api,
  client: ClientName,
  secret: (what: string) => string,
  { user_id, authorisation_id }: { user_id: string; authorisation_id: string },
) {
  return inTransaction(api, client, async (tx) => {
    const account = await addAccount(tx, {
      user_id,
      authorisation_id,
      payroll_provider: 'sandbox-cloud',
      status: 'AUTHORISED',
      holder: { user_name: secret('user name'), employee_name: null },
      reason: 'consent-given',
    })
    const payslip = aPayslip({ employer: secret('employer') })
    payslip.identity_information.name = secret('name on a payslip')
    const fetched = {
      payslips: [payslip],
      authorisation_id,
      now: new Date(),
      environment: 'sandbox',
    } as const
    const entry_id = (await storeRetrieved(tx, account, fetched)) as string
    await leaveUnscheduled(tx, account.id)
    return { account_id: account.id, entry_id }
  })
}

/**
 * Unschedules recurring checks in the transaction that creates the account, because a check in the background would
 * change rows that the matrix compares.
 */
const leaveUnscheduled = (tx: Tx, accountId: string) =>
  tx.updateTable('accounts').set({ next_look_at: null }).where('id', '=', accountId).execute()

export async function createSubject(
  api: Api,
  client: ClientName,
  canaries: Canaries,
  owner: Owner,
  term_id: string,
) {
  const call = api[client]
  const secret = (what: string, text?: string) => canaries.plant(owner, what, text)
  const digits = String(randomBytes(4).readUInt32BE() % 1_000_000).padStart(6, '0')
  const ext_id = secret('ext_id')
  const { user_id } = await must(
    call,
    'POST',
    '/users',
    aUser({
      forename: secret('forename'),
      surname: secret('surname'),
      ext_id,
      post_codes: [secret('post code')],
      taxauth_enabled: true,
      ni_number: secret('NI number', `QQ${digits}C`),
      date_of_birth: secret('date of birth', `19${digits.slice(0, 2)}-03-05T07:11:13.${digits.slice(3)}Z`),
    }),
  )
  const authorisation = await must(call, 'POST', '/authorisations', {
    user_id,
    term_id,
    user_agent: secret('user agent'),
    fingerprint: secret('fingerprint'),
    ip_address: secret('IP address', `2001:db8::${randomBytes(2).toString('hex')}:1${digits.slice(0, 3)}`),
  })
  const ids =
    owner === 'rival' ? 'rival' : owner === 'subject' ? 'ids of the subject' : 'ids of the other user'
  canaries.plant(ids, 'user id', user_id)
  canaries.plant(ids, 'authorisation id', authorisation.id)
  const own = { user_id: user_id as string, authorisation_id: authorisation.id as string }
  const account = await createAccount(api, client, secret, own)
  canaries.plant(ids, 'account id', account.account_id)
  canaries.plant(ids, 'entry id of a payslip', account.entry_id)
  const document_id = canaries.plant(ids, 'document id', await createDocument(api, client, secret, own))
  const statement_id = await createStatement(api, client, secret, { ...own, document_id })
  const [payslip] = await api.sql('select id from payroll_submissions where user_id = $1', [user_id])
  const submission_id = (payslip as { id: string }).id
  canaries.plant(ids, 'id of a statement', statement_id)
  canaries.plant(ids, 'id of a payslip', submission_id)
  const { token } = await must(call, 'POST', '/user-tokens', { user_id })
  const note = { subject: 'job', submission_id, field: 'other', text: secret('text of a note') }
  await must(api.withToken(token), 'POST', '/journeys/current/notes', note)
  const tax = await createTaxIncome(api, client, secret, own)
  canaries.plant(ids, 'id of an account at the tax authority', tax.tax_account_id)
  canaries.plant(ids, 'entry id of a tax year', tax.tax_entry_id)
  const { link_id: report_link_id } = await must(call, 'POST', `/users/${user_id}/report/links`, {})
  canaries.plant(ids, 'id of a report link', report_link_id)
  return { ...own, ...account, ...tax, ext_id, document_id, statement_id, submission_id, report_link_id }
}

async function addMember(
  api: Api,
  client: ClientName,
  role: Exclude<MemberRole, 'Owner'>,
  canaries: Canaries,
  owner: (defaultOwner: Owner) => Owner,
): Promise<Member> {
  const email = `${canaries.plant(owner('team'), `e-mail of ${role}`)}@team.example`
  const password = 'correct horse battery staple'
  const call = await asOwner(api, client)
  const { id } = await must(call, 'POST', '/members', { email, role })
  canaries.plant(owner('team'), `id of ${role}`, id)
  const name = canaries.plant(owner('team'), `name of ${role}`)
  const code = await putCode(api, id, 'invitation')
  await must(api.anonymous, 'POST', `/members/invitations/${code}/accept`, { name, password })
  await must(call, 'PATCH', `/members/${id}`, { mfa_status: 'disabled' })
  return { id, email, password, token: await signInForLong(api, email, password) }
}

/** Stores a session of a member that has no token, so that no credential of the matrix owns it. */
async function createOthersSession(api: Api, client: ClientName) {
  const invitation = { email: `${aCode()}@team.example`, role: 'Support' }
  const { id: memberId } = await must(await asOwner(api, client), 'POST', '/members', invitation)
  const id = randomUUID()
  await api.sql(
    `insert into member_sessions (client_id, id, member_id, kind, expires_at, sealed)
       select client_id, $2, id, 'token', now() + interval '1 hour', '\\x00' from members where id = $1`,
    [memberId, id],
  )
  return { id, memberId }
}

async function createPasskey(api: Api, memberId: string) {
  const id = randomUUID()
  await api.sql(
    `insert into member_passkeys (client_id, id, member_id, credential_hash, sealed, challenge_at)
       select client_id, $2, id, sha256(id::text::bytea), '\\x00', now() from members where id = $1`,
    [memberId, id],
  )
  return id
}

/** Stores an OpenID provider of the client, unless it has one. */
export async function createSsoProvider(api: Api, client: ClientName) {
  const { clientId } = api.world.clients[client]
  await api.sql(
    `insert into sso_providers (client_id, organisation, issuer, oidc_client_id, sealed)
       values ($1, $2, 'https://login.matrix.example', 'payproof', '\\x00') on conflict (client_id) do nothing`,
    [clientId, `${client}-matrix`],
  )
  const [{ organisation }] = await api.sql('select organisation from sso_providers where client_id = $1', [
    clientId,
  ])
  return { organisation: organisation as string }
}

/** Stores a mailed code in the database as if its mail had been read. */
export async function putCode(api: Api, memberId: string, purpose: CodePurpose, session = '') {
  const code = purpose === 'mfa' ? '314159' : aCode()
  const hash = (text: string) => createHash('sha256').update(text).digest()
  await api.sql(
    `insert into member_codes (client_id, member_id, purpose, code_hash, session_hash, expires_at)
       select client_id, id, $2, $3, $4, now() + interval '1 hour' from members where id = $1
       on conflict (client_id, member_id, purpose) do update
         set code_hash = excluded.code_hash, session_hash = excluded.session_hash, tries_left = 5`,
    [memberId, purpose, hash(session + code), session ? hash(session) : null],
  )
  return code
}

/** Stores a one-time code of the journey's person, as if its mail had been read. */
export async function putReturnCode(api: Api, journeyId: string) {
  const code = '314159'
  const [link] = await api.sql('select client_id, user_id from journey_links where id = $1', [journeyId])
  const { database, keyring } = await openCoreDependencies(api.config)
  const { lookupHash } = await keyring.of(link.client_id)
  await database.close()
  const id = randomUUID()
  await api.sql('delete from journey_return_codes where user_id = $1', [link.user_id])
  await api.sql(
    `insert into journey_return_codes (client_id, id, user_id, hash, tries_left, expires_at)
       values ($1, $2, $3, $4, 5, now() + interval '10 minutes')`,
    [link.client_id, id, link.user_id, lookupHash('journey_return_codes.hash', `${id} ${code}`)],
  )
  return code
}

export const aCode = () => randomBytes(32).toString('base64url')

/** Returns the body of a call; throws unless the call succeeds. */
export async function must(call: Call, method: string, path: string, body?: unknown) {
  const reply = await call(method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path} answered ${reply.status}: ${reply.text}`)
  return reply.body
}
