import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { html, type SafeHtml } from '../pages.ts'
import type { SimulatedPerson } from '../people/types.ts'
import { type Authenticator, ConnectionDropped, createAuthenticator } from '../providers/authentication.ts'
import { errorSpec, ProviderFault } from '../providers/errors.ts'
import { isRegisteredRedirect } from '../providers/oauth/clients.ts'
import { acceptForms, errorMessage, sendPage } from '../providers/provider-http.ts'
import { addResetPage } from '../providers/reset-page.ts'
import type { ProviderDeps, ProviderPlugin } from '../providers/types.ts'
import { isSameSecret } from '../secret-comparison.ts'
import { tenantPath } from '../tenants.ts'
import { accountIdOf, bankRowsOf, sortCodeDigits } from './bank-rows.ts'
import {
  type BankConsent,
  type BankConsents,
  bankSessionMs,
  type Feature,
  features,
  openConsents,
  reconfirmByOf,
  reconfirmDays,
} from './consents.ts'
import { YapilyFault, yapilyErrorBody } from './yapily-fault.ts'

const bank = 'sandbox-bank'

/** Registered application. Its secret is published in the guide and not confidential. */
const application = { id: 'payproof-sandbox', secret: 'payproof-sandbox-secret' }

const institutions = [
  { id: 'modelo-sandbox', name: 'Modelo Sandbox', fullName: 'Ozone Modelo Sandbox', canRead: true },
  { id: 'pebble-bank', name: 'Pebble Bank', fullName: 'Pebble Bank plc', canRead: true },
  { id: 'payments-only', name: 'Payments Only', fullName: 'Payments Only Ltd', canRead: false },
] as const

const maxPageSize = 1_000

const DateTime = z.iso.datetime({ offset: true })
const AuthorisationRequest = z.strictObject({
  userUuid: z.string().max(100).optional(),
  applicationUserId: z.string().min(1).max(100).optional(),
  forwardParameters: z.array(z.string()).optional(),
  institutionId: z.string().max(100),
  callback: z.string().max(500).optional(),
  oneTimeToken: z.boolean().default(false),
  accountRequest: z
    .strictObject({
      transactionFrom: DateTime.optional(),
      transactionTo: DateTime.optional(),
      expiresAt: DateTime.optional(),
      featureScope: z.array(z.enum(features)).min(1).optional(),
    })
    .optional(),
})
const OneTimeToken = z.strictObject({ oneTimeToken: z.string().max(200) })
const Extension = z.strictObject({ lastConfirmedAt: DateTime })
const TransactionQuery = z.strictObject({
  from: DateTime.optional(),
  before: DateTime.optional(),
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(maxPageSize),
  offset: z.coerce.number().int().min(0).default(0),
  sort: z.enum(['date', '-date']).default('-date'),
})

/** Yapily with Yapily Connect: an aggregator of Open Banking, and the pages of one simulated bank. */
export const yapily: ProviderPlugin = async (server, deps) => {
  const authenticator = createAuthenticator(bank, deps)
  const context: BankContext = {
    deps,
    consents: openConsents(deps.clock, (token) => authenticator.session(token) !== undefined),
    authenticator,
  }
  configureServer(server, deps)
  addConsentRoutes(server, context)
  addDataRoutes(server, context)
  addBankPages(server, context)
  addResetPage(server, context.authenticator)
}

type BankContext = { deps: ProviderDeps; consents: BankConsents; authenticator: Authenticator }

function configureServer(server: FastifyInstance, { switches }: Pick<ProviderDeps, 'switches'>) {
  acceptForms(server)
  server.setErrorHandler((error: FastifyError, request, reply: FastifyReply) => {
    if (error instanceof ConnectionDropped) return reply.hijack()
    const fault = faultFrom(error)
    if (!fault) throw error
    if (request.routeOptions.config.isPage)
      return sendPage(reply.code(fault.status), bank, {
        title: 'Sorry',
        body: html`<p class="error" role="alert">${fault.message}</p>`,
      })
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
    return reply
      .code(fault.status)
      .send(yapilyErrorBody(fault, request.routeOptions.url?.endsWith('/extend') ?? false))
  })
  server.setNotFoundHandler(() => {
    throw new YapilyFault(404, 'Not found')
  })
  server.addHook('onRequest', async (request) => {
    const { isDown, slowMs } = switches.condition(bank)
    if (slowMs > 0) await delay(slowMs, undefined, { ref: false })
    if (isDown) throw new ProviderFault('provider_down')
    if (request.routeOptions.config.isPage !== true && !request.is404) requireApplication(request)
  })
}

function faultFrom(error: FastifyError): YapilyFault | undefined {
  if (error instanceof YapilyFault) return error
  if (error instanceof ProviderFault)
    return new YapilyFault(errorSpec(error.code).status, error.message, [], error.retryAfterSeconds)
  const { statusCode = 500 } = error
  return statusCode < 500 ? new YapilyFault(statusCode, 'Malformed request') : undefined
}

function requireApplication({ headers }: FastifyRequest) {
  const [, encoded = ''] = /^Basic ([\w+/=]{1,600})$/i.exec(headers.authorization ?? '') ?? []
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  if (id !== application.id || !isSameSecret(rest.join(':'), application.secret))
    throw new YapilyFault(401, 'Invalid application credentials')
}

function addConsentRoutes(server: FastifyInstance, { deps, consents }: BankContext) {
  server.get('/institutions', async () => ({
    meta: { tracingId: randomUUID(), count: institutions.length },
    data: institutions.map(({ id, name, fullName, canRead }) => ({
      id,
      name,
      fullName,
      countries: [{ displayName: 'United Kingdom', countryCode2: 'GB' }],
      environmentType: 'SANDBOX',
      credentialsType: 'OPEN_BANKING_UK_AUTO',
      media: [],
      features: canRead ? features : ['INITIATE_DOMESTIC_SINGLE_PAYMENT'],
    })),
  }))

  server.post('/account-auth-requests', async (request, reply) => {
    const body = check(AuthorisationRequest, request.body)
    const { accountRequest, institutionId, callback } = body
    if (!institutions.some(({ id, canRead }) => id === institutionId && canRead))
      throw invalid('institutionId', 'Institution does not support accounts')
    if (callback !== undefined && !isRegisteredCallback(callback, deps.redirectUris))
      throw invalid('callback', 'Callback is not registered')
    const consent = consents.create({
      applicationUserId: body.applicationUserId ?? randomUUID(),
      institutionId,
      callback,
      hasOneTimeToken: body.oneTimeToken,
      featureScope: accountRequest?.featureScope ?? [...features],
      transactionFrom: accountRequest?.transactionFrom,
      transactionTo: accountRequest?.transactionTo,
      expiresAt: accountRequest?.expiresAt === undefined ? undefined : new Date(accountRequest.expiresAt),
    })
    const base = deps.baseUrl ?? `${request.protocol}://${request.host}`
    const authorisationUrl = `${base}${tenantPath()}${server.prefix}/bank/authorise?consent=${consent.id}`
    return reply.code(201).send({
      meta: { tracingId: randomUUID() },
      data: {
        ...pick(consent),
        authorisationUrl,
        qrCodeUrl: `${authorisationUrl}&qr=true`,
      },
    })
  })

  server.post('/consent-one-time-token', async (request, reply) => {
    const { oneTimeToken } = check(OneTimeToken, request.body)
    return reply.code(201).send(present(consents.takeByOneTimeToken(oneTimeToken), deps.clock))
  })

  server.get<{ Params: { consentId: string } }>('/consents/:consentId', async ({ params }) => ({
    meta: { tracingId: randomUUID() },
    data: present(consents.require(params.consentId), deps.clock),
  }))

  server.post<{ Params: { consentId: string } }>('/consents/:consentId/extend', async ({ params, body }) => {
    const consent = consents.find(params.consentId)
    if (!consent) throw new YapilyFault(404, 'Consent not found', [issueOf('consentId', 'Consent not found')])
    consents.extend(consent, new Date(check(Extension, body).lastConfirmedAt))
    return { meta: { tracingId: randomUUID() }, data: present(consent, deps.clock) }
  })

  server.delete<{ Params: { consentId: string } }>('/consents/:consentId', async ({ params }) => {
    const consent = consents.require(params.consentId)
    consents.revoke(consent)
    return {
      meta: { tracingId: randomUUID() },
      data: { id: consent.id, deleteStatus: 'SUCCESS', creationDate: consent.createdAt.toISOString() },
    }
  })
}

const pick = ({ id, userUuid, applicationUserId, institutionId, status, ...consent }: BankConsent) => ({
  id,
  userUuid,
  applicationUserId,
  institutionId,
  status,
  createdAt: consent.createdAt.toISOString(),
  featureScope: consent.featureScope,
  state: consent.state,
  institutionConsentId: `aac-${id}`,
})

function present(consent: BankConsent, clock: ProviderDeps['clock']) {
  const { transactionFrom, transactionTo, expiresAt, consentToken, authorizedAt, lastConfirmedAt } = consent
  const reconfirmBy = reconfirmByOf(consent)
  return {
    ...pick(consent),
    ...(transactionFrom && { transactionFrom }),
    ...(transactionTo && { transactionTo }),
    ...(expiresAt && {
      expiresAt: expiresAt.toISOString(),
      timeToExpireInMillis: Math.max(0, expiresAt.getTime() - clock.now().getTime()),
    }),
    ...(consentToken && { consentToken }),
    ...(authorizedAt && { authorizedAt: authorizedAt.toISOString() }),
    ...(lastConfirmedAt && { lastConfirmedAt: lastConfirmedAt.toISOString() }),
    ...(reconfirmBy && { reconfirmBy: reconfirmBy.toISOString() }),
  }
}

/** A callback may add a query to a registered address. */
const isRegisteredCallback = (callback: string, registered?: string[]) =>
  isRegisteredRedirect(callback.split('?')[0] ?? '', registered)

function addDataRoutes(server: FastifyInstance, { deps, consents, authenticator }: BankContext) {
  const { world, clock } = deps
  const rowsOf = (person: SimulatedPerson) => bankRowsOf(world, person, clock.today())

  function accountOf(person: SimulatedPerson) {
    const balance = rowsOf(person).at(-1)?.balance.balanceAmount.amount ?? person.bank.openingBalance / 100
    const name = `${person.forename} ${person.surname}`.toUpperCase()
    return {
      id: accountIdOf(person),
      type: 'PERSONAL_CURRENT',
      balance,
      currency: 'GBP',
      usageType: 'PERSONAL',
      accountType: 'CURRENT',
      nickname: 'Current account',
      accountNames: [{ name }],
      accountIdentifications: [
        { type: 'SORT_CODE', identification: sortCodeDigits(person) },
        { type: 'ACCOUNT_NUMBER', identification: person.bank.accountNumber },
      ],
    }
  }

  function requireAccount(person: SimulatedPerson, id: string) {
    if (accountIdOf(person) !== id) throw new YapilyFault(404, 'Account not found')
  }

  /** Finds the consent of a data call, and delays or fails the call if the person's behaviour says so. */
  async function enter(request: FastifyRequest, feature: Feature) {
    const consent = consents.requireToken(request.headers.consent, feature)
    const { person, behaviour = {} } = consent
    await authenticator.applyBehaviour(request, 'list', { userName: person.userName, behaviour })
    return consent
  }

  server.get('/accounts', async (request) => {
    const data = await enter(request, 'ACCOUNTS').then(
      ({ person }) => [accountOf(person)],
      (error: unknown) => {
        if (error instanceof ProviderFault && error.code === 'no_data') return []
        throw error
      },
    )
    return { meta: { tracingId: randomUUID(), count: data.length }, data }
  })

  server.get<{ Params: { accountId: string } }>('/accounts/:accountId', async (request) => {
    const { params } = request
    const { person } = await enter(request, 'ACCOUNT')
    requireAccount(person, params.accountId)
    return { meta: { tracingId: randomUUID() }, data: accountOf(person) }
  })

  server.get<{ Params: { accountId: string } }>('/accounts/:accountId/transactions', async (request) => {
    const { params, query } = request
    const consent = await enter(request, 'ACCOUNT_TRANSACTIONS')
    requireAccount(consent.person, params.accountId)
    const { from, before, limit, offset, sort } = check(TransactionQuery, query)
    const start = latest(from, consent.transactionFrom)
    const end = earliest(before, consent.transactionTo)
    const rows = rowsOf(consent.person).filter(
      ({ date }) => (start === undefined || date >= start) && (end === undefined || date < end),
    )
    const sorted = sort === '-date' ? rows.toReversed() : rows
    const data = sorted.slice(offset, offset + limit)
    const self = { limit, sort, offset }
    const next = offset + limit < sorted.length ? { ...self, offset: offset + limit } : undefined
    return {
      meta: {
        tracingId: randomUUID(),
        count: data.length,
        pagination: { totalCount: sorted.length, self, ...(next && { next }) },
      },
      data,
    }
  })

  server.get('/identity', async (request) => {
    const { person } = await enter(request, 'IDENTITY')
    const { forename, surname } = person
    return {
      meta: { tracingId: randomUUID() },
      data: {
        id: accountIdOf(person),
        fullName: `${forename} ${surname}`,
        firstName: forename,
        lastName: surname,
      },
    }
  })
}

const toIso = (time: string | undefined) => time && new Date(time).toISOString()
const latest = (...times: (string | undefined)[]) =>
  times
    .flatMap((time) => toIso(time) ?? [])
    .toSorted()
    .at(-1)
const earliest = (...times: (string | undefined)[]) =>
  times
    .flatMap((time) => toIso(time) ?? [])
    .toSorted()
    .at(0)

const Decision = z.object({
  consent: z.string().max(100),
  user_name: z.string().trim().toLowerCase().max(120).default(''),
  password: z.string().max(200).default(''),
  decision: z.enum(['allow', 'refuse']),
})

/** The bank's own pages, at which the person signs in and decides. */
function addBankPages(server: FastifyInstance, { consents, authenticator }: BankContext) {
  const isPage = { config: { isPage: true } }

  server.get<{ Querystring: { consent?: string } }>('/bank/authorise', isPage, async ({ query }, reply) => {
    const consent = openConsent(query.consent ?? '')
    return send(reply, 'Share your account', authoriseForm(server, consent))
  })

  server.post('/bank/decision', isPage, async (request, reply) => {
    const { consent: id, user_name: userName, password, decision } = check(Decision, request.body)
    const consent = openConsent(id)
    if (decision === 'refuse') consents.reject(consent)
    else
      try {
        const signedIn = await authenticator.signIn(request, { userName, password })
        if ('challengeId' in signedIn) throw new ProviderFault('invalid_credentials')
        consents.authorise(consent, signedIn, authenticator.openSession(signedIn, bankSessionMs).token)
      } catch (error) {
        if (!(error instanceof ProviderFault)) throw error
        reply.code(errorSpec(error.code).status)
        return send(reply, 'Share your account', authoriseForm(server, consent, errorMessage(error)))
      }
    if (consent.callback === undefined) return send(reply, 'Done', html`<p>You can close this page.</p>`)
    return reply.header('cache-control', 'no-store').redirect(callbackFor(consent), 303)
  })

  function openConsent(id: string) {
    const consent = consents.find(id)
    if (consent?.status !== 'AWAITING_AUTHORIZATION') throw new YapilyFault(404, 'This request has ended')
    return consent
  }
}

/** Parameter names of the callback are not documented; these are the ones that Yapily's clients use. */
function callbackFor({ callback = '', status, consentToken, oneTimeToken, ...consent }: BankConsent) {
  const url = new URL(callback)
  const result =
    status !== 'AUTHORIZED'
      ? { error: 'access_denied', 'error-source': 'user' }
      : oneTimeToken
        ? { 'one-time-token': oneTimeToken }
        : { consent: consentToken ?? '' }
  const facts = {
    ...result,
    'application-user-id': consent.applicationUserId,
    institution: consent.institutionId,
  }
  for (const [name, value] of Object.entries(facts)) url.searchParams.set(name, value)
  return url.href
}

const send = (reply: FastifyReply, title: string, body: SafeHtml) =>
  sendPage(reply.header('cache-control', 'no-store'), bank, { title, body })

const authoriseForm = ({ prefix }: FastifyInstance, { id }: BankConsent, error?: SafeHtml) => html`${error}
<p>Yapily Connect asks to read your account details, balance and transactions for ${reconfirmDays} days. It cannot make payments.</p>
<form method="post" action="${tenantPath()}${prefix}/bank/decision" class="card"><input type="hidden" name="consent" value="${id}">
<label>User name <input name="user_name" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button name="decision" value="allow">Allow</button> <button name="decision" value="refuse" formnovalidate>Refuse</button></form>`

function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.flatMap((issue) => {
    const parameters = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.')]
    return parameters.map((parameter) => issueOf(parameter, issue.message))
  })
  throw new YapilyFault(400, 'Invalid request', issues)
}

const issueOf = (parameter: string, message: string) => ({
  type: 'INVALID_REQUEST',
  code: 'INVALID_PARAMETER',
  message,
  parameter,
})
const invalid = (parameter: string, message: string) =>
  new YapilyFault(400, 'Invalid request', [issueOf(parameter, message)])
