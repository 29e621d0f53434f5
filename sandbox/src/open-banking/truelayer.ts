import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { html, type SafeHtml } from '../pages.ts'
import type { SimulatedPerson } from '../people/types.ts'
import { type Authenticator, ConnectionDropped, createAuthenticator } from '../providers/authentication.ts'
import { type ErrorCode, errorSpec, ProviderFault } from '../providers/errors.ts'
import { findClient, isRegisteredRedirect } from '../providers/oauth/clients.ts'
import { acceptForms, errorMessage, sendPage } from '../providers/provider-http.ts'
import { createTokenStore } from '../providers/token-store.ts'
import type { ProviderDeps, ProviderPlugin } from '../providers/types.ts'
import { isSameSecret } from '../secret-comparison.ts'
import { tenantPath } from '../tenants.ts'
import { accountIdOf, bankRowsOf, sortCodeDigits, type YapilyRow } from './bank-rows.ts'
import { bankSessionMs } from './consents.ts'
import {
  openConnections,
  scopes,
  type TrueLayerConnection,
  type TrueLayerConnections,
} from './truelayer-connections.ts'
import { type TrueLayerErrorCode, TrueLayerFault } from './truelayer-fault.ts'

/** The same simulated bank as behind Yapily, so its switches apply to both aggregators. */
const bank = 'sandbox-bank'

/** `mock` wants the person to sign in again for an extension, as TrueLayer's own mock bank does. */
const banks = [
  { provider_id: 'mock', display_name: 'Mock', needsSignInToExtend: true },
  { provider_id: 'ob-pebble-bank', display_name: 'Pebble Bank', needsSignInToExtend: false },
] as const

/** Groups of banks that an auth link can offer, with the ids that belong to them. */
const bankGroups: Record<string, RegExp> = {
  'uk-ob-all': /^ob-/,
  'uk-oauth-all': /^oauth-/,
  'uk-cs-mock': /^mock$/,
}

const minuteMs = 60_000
const dayMs = 86_400_000
const codeTtlMs = 5 * minuteMs
const dialogTtlMs = 60 * minuteMs
const accessSeconds = 3_600
/** Banks give old transactions only soon after the person signed in. */
const longHistoryMs = 5 * minuteMs
const shortHistoryDays = 90
/** Fetches of an account in a day while the person is not present. */
const maxUnattended = 4

const AuthLink = z.object({
  response_type: z.literal('code'),
  client_id: z.string().max(200),
  scope: z.string().max(500),
  redirect_uri: z.string().max(500),
  state: z.string().max(1_000).optional(),
  providers: z.string().max(500).optional(),
  provider_id: z.string().max(100).optional(),
})
const TokenForm = z.object({
  grant_type: z.string().max(50),
  client_id: z.string().max(200).default(''),
  client_secret: z.string().max(200).default(''),
  code: z.string().max(200).default(''),
  redirect_uri: z.string().max(500).default(''),
  refresh_token: z.string().max(200).default(''),
})
const Extension = z.object({
  client_id: z.string().max(200),
  client_secret: z.string().max(200),
  refresh_token: z.string().max(200),
  redirect_uri: z.string().max(500),
  user_has_reconfirmed_consent: z.boolean(),
  user: z
    .object({ id: z.string().optional(), name: z.string().optional(), email: z.string().optional() })
    .optional(),
})
const DayOrTime = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const Period = z.strictObject({ from: DayOrTime.optional(), to: DayOrTime.optional() })

type Dialog = { link: z.output<typeof AuthLink>; providerId: string; connection?: TrueLayerConnection }
type Code = { connection: TrueLayerConnection; redirectUri: string }

type TrueLayerContext = {
  deps: ProviderDeps
  connections: TrueLayerConnections
  authenticator: Authenticator
}

/** TrueLayer's Data API v1: an aggregator of Open Banking, its auth dialog, and the same simulated bank as behind Yapily. */
export const truelayer: ProviderPlugin = async (server, deps) => {
  const authenticator = createAuthenticator(bank, deps)
  const context: TrueLayerContext = {
    deps,
    connections: openConnections(deps.clock, (token) => authenticator.session(token) !== undefined),
    authenticator,
  }
  configureServer(server, deps)
  addAuthRoutes(server, context)
  addDataRoutes(server, context)
}

function configureServer(server: FastifyInstance, { switches }: Pick<ProviderDeps, 'switches'>) {
  acceptForms(server)
  server.setErrorHandler((error: FastifyError, request, reply: FastifyReply) => {
    if (error instanceof ConnectionDropped) return reply.hijack()
    const fault = faultFrom(error)
    if (!fault) throw error
    if (request.routeOptions.config.isPage)
      return send(reply.code(fault.status), 'Sorry', html`<p class="error" role="alert">${fault.message}</p>`)
    return reply.code(fault.status).send(fault.body)
  })
  server.setNotFoundHandler(() => {
    throw new TrueLayerFault('not_found', 'No such resource')
  })
  server.addHook('onRequest', async () => {
    const { slowMs } = switches.condition(bank)
    if (slowMs > 0) await delay(slowMs, undefined, { ref: false })
  })
}

/** TrueLayer's codes for errors of the bank that a password can request. */
const codesOfBankErrors: Partial<Record<ErrorCode, TrueLayerErrorCode>> = {
  rate_limited: 'provider_too_many_requests',
  bad_response: 'provider_error',
  invalid_request: 'validation_error',
  not_found: 'account_not_found',
}

function faultFrom(error: FastifyError): TrueLayerFault | undefined {
  if (error instanceof TrueLayerFault) return error
  if (error instanceof ProviderFault) {
    const { status } = errorSpec(error.code)
    const code = codesOfBankErrors[error.code] ?? (status >= 500 ? 'provider_error' : 'access_denied')
    return new TrueLayerFault(code, error.message)
  }
  const { statusCode = 500 } = error
  return statusCode < 500 ? new TrueLayerFault('validation_error', 'Malformed request') : undefined
}

/** The auth dialog, at which the person chooses the bank and signs in there, and the token endpoint. */
function addAuthRoutes(server: FastifyInstance, { deps, connections, authenticator }: TrueLayerContext) {
  const { clock, switches } = deps
  const dialogs = createTokenStore<Dialog>(clock)
  const codes = createTokenStore<Code>(clock)
  const isPage = { config: { isPage: true } }

  server.get('/auth/', isPage, async ({ query }, reply) => {
    const link = check(AuthLink, query)
    if (!findClient(link.client_id)) throw new TrueLayerFault('unauthorized_client', 'Unknown client_id')
    if (!isRegisteredRedirect(link.redirect_uri, deps.redirectUris))
      throw new TrueLayerFault('unauthorized_client', 'redirect_uri is not registered')
    requireScopes(link.scope)
    const flow = dialogs.put({ link, providerId: chooseBank(link) }, dialogTtlMs)
    return send(reply, 'Sign in at your bank', signInForm(flow))
  })

  server.post('/auth/sign-in', isPage, async (request, reply) => {
    const form = check(
      z.object({ flow: z.string(), user_name: z.string(), password: z.string() }),
      request.body,
    )
    const dialog = requireDialog(form.flow)
    try {
      // TrueLayer's own pages work while the bank is down.
      if (switches.condition(bank).isDown) throw new ProviderFault('provider_down')
      const signedIn = await authenticator.signIn(request, {
        userName: form.user_name,
        password: form.password,
      })
      if ('challengeId' in signedIn) throw new ProviderFault('invalid_credentials')
      const { person, behaviour } = signedIn
      const granted = dialog.link.scope.split(' ')
      dialog.connection = connections.create({
        person,
        behaviour,
        scope: granted,
        providerId: dialog.providerId,
        bankSession: authenticator.openSession(signedIn, bankSessionMs).token,
      })
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error
      reply.code(errorSpec(error.code).status)
      return send(reply, 'Sign in at your bank', signInForm(form.flow, errorMessage(error)))
    }
    return send(reply, 'Share your account', consentForm(form.flow))
  })

  server.post('/auth/consent', isPage, async ({ body }, reply) => {
    const { flow, decision } = check(
      z.object({ flow: z.string(), decision: z.enum(['allow', 'refuse']) }),
      body,
    )
    const { link, connection } = requireDialog(flow)
    dialogs.take(flow)
    const url = new URL(link.redirect_uri)
    if (decision === 'allow' && connection) {
      const redirectUri = link.redirect_uri
      url.searchParams.set('code', codes.put({ connection, redirectUri }, codeTtlMs))
      url.searchParams.set('scope', link.scope)
    } else {
      if (connection) authenticator.endSession(connection.bankSession)
      url.searchParams.set('error', 'access_denied')
    }
    if (link.state !== undefined) url.searchParams.set('state', link.state)
    return reply.header('cache-control', 'no-store').redirect(url.href, 303)
  })

  server.post('/auth/connect/token', async (request) => {
    const form = check(TokenForm, request.body)
    requireApplication(form)
    if (form.grant_type === 'authorization_code') return tokensOf(redeem(form))
    if (form.grant_type === 'refresh_token') return tokensOf(connections.requireRefresh(form.refresh_token))
    throw new TrueLayerFault('unsupported_grant_type', 'Unknown grant_type')
  })

  server.delete('/auth/api/delete', async (request, reply) => {
    connections.revoke(connections.requireAccess(bearerOf(request)))
    return reply.code(204).send()
  })

  server.post('/data/v1/connections/extend', async (request) => {
    const form = check(Extension, request.body)
    requireApplication(form)
    if (!form.user_has_reconfirmed_consent)
      throw new TrueLayerFault('validation_error', 'user_has_reconfirmed_consent must be true')
    const connection = connections.requireExtendable(form.refresh_token)
    const { needsSignInToExtend } = bankOf(connection)
    if (needsSignInToExtend) {
      const link = new URLSearchParams({ redirect_uri: form.redirect_uri })
      return {
        action_needed: 'authentication_needed',
        user_input_link: `${tenantPath()}${server.prefix}/auth/reauth?${link}`,
      }
    }
    connections.extend(connection)
    return { action_needed: 'no_action_needed', ...tokensOf(connection) }
  })

  function redeem({ code, redirect_uri }: z.output<typeof TokenForm>) {
    const found = codes.take(code)
    if (!found) throw new TrueLayerFault('invalid_authorization_code', 'The code is unknown, used or expired')
    if (found.redirectUri !== redirect_uri) throw new TrueLayerFault('invalid_grant', 'Another redirect_uri')
    return found.connection
  }

  function tokensOf(connection: TrueLayerConnection) {
    const isOffline = connection.scope.includes('offline_access')
    return {
      access_token: connections.issueAccess(connection, accessSeconds * 1_000),
      expires_in: accessSeconds,
      token_type: 'Bearer',
      ...(isOffline && { refresh_token: connection.refreshToken }),
      scope: connection.scope.join(' '),
    }
  }

  function requireDialog(flow: string) {
    const dialog = dialogs.find(flow)
    if (!dialog) throw new TrueLayerFault('validation_error', 'This request has ended')
    return dialog
  }
}

function requireScopes(scope: string) {
  const unknown = scope.split(' ').filter((one) => !(scopes as readonly string[]).includes(one))
  if (unknown.length > 0) throw new TrueLayerFault('invalid_scope', `Unknown scope: ${unknown.join(', ')}`)
}

/** The bank that the link names, or the first one that it offers. A named bank has to be among the offered ones. */
function chooseBank({ provider_id, providers = '' }: z.output<typeof AuthLink>) {
  const groups = providers.split(' ').filter((one) => one !== '')
  const ids = banks.map((one): string => one.provider_id)
  if (!groups.every((one) => Object.hasOwn(bankGroups, one) || ids.includes(one)))
    throw new TrueLayerFault('validation_error', 'Unknown provider in providers')
  const offered = ids.filter((id) => groups.some((one) => one === id || bankGroups[one]?.test(id)))
  const chosen = provider_id === undefined ? offered[0] : offered.find((id) => id === provider_id)
  if (chosen === undefined) throw new TrueLayerFault('validation_error', 'providers do not offer this bank')
  return chosen
}

function requireApplication({ client_id, client_secret }: { client_id: string; client_secret: string }) {
  const client = findClient(client_id)
  if (!client || !isSameSecret(client_secret, client.secret))
    throw new TrueLayerFault('invalid_client', 'Wrong client_id or client_secret')
}

const bankOf = ({ providerId }: TrueLayerConnection) =>
  banks.find((one) => one.provider_id === providerId) ?? banks[0]

function bearerOf({ headers }: FastifyRequest) {
  const [, token] = /^Bearer (\S{1,2000})$/.exec(headers.authorization ?? '') ?? []
  if (!token) throw new TrueLayerFault('unauthorized', 'A bearer token is missing')
  return token
}

function addDataRoutes(server: FastifyInstance, { deps, connections, authenticator }: TrueLayerContext) {
  const { world, clock, switches } = deps
  const unattended = new Map<string, number>()
  const rowsOf = (person: SimulatedPerson) => bankRowsOf(world, person, clock.today())
  const succeed = (results: object[]) => ({ results, status: 'Succeeded' })

  /** Finds the connection of a data call, and delays or fails the call if the person's behaviour says so. */
  async function enter(request: FastifyRequest, scope: (typeof scopes)[number]) {
    const connection = connections.requireData(bearerOf(request), scope)
    const { person, behaviour } = connection
    if (switches.condition(bank).isDown)
      throw new TrueLayerFault('provider_error', 'The bank is not available')
    await authenticator.applyBehaviour(request, 'list', { userName: person.userName, behaviour })
    return connection
  }

  async function enterAccount(request: FastifyRequest, scope: (typeof scopes)[number]) {
    const connection = await enter(request, scope)
    const { accountId } = request.params as { accountId: string }
    if (accountIdOf(connection.person) !== accountId)
      throw new TrueLayerFault('account_not_found', 'No such account')
    return connection
  }

  server.get('/data/v1/me', async (request) => {
    const connection = connections.requireData(bearerOf(request))
    const { id, scope, createdAt, confirmedAt } = connection
    const { display_name, provider_id } = bankOf(connection)
    return succeed([
      {
        client_id: 'payproof-sandbox',
        credentials_id: id,
        consent_status: 'Authorised',
        consent_status_updated_at: confirmedAt.toISOString(),
        consent_created_at: createdAt.toISOString(),
        consent_expires_at: connections.expiryOf(connection).toISOString(),
        provider: { display_name, provider_id },
        scopes: scope,
      },
    ])
  })

  server.get('/data/v1/info', async (request) => {
    const { person } = await enter(request, 'info')
    return succeed([
      {
        full_name: `${person.forename} ${person.surname}`,
        addresses: [],
        emails: [],
        phones: [],
        update_timestamp: clock.now().toISOString(),
      },
    ])
  })

  server.get('/data/v1/accounts', async (request) => {
    const found = await enter(request, 'accounts').catch((error: unknown) => {
      if (error instanceof ProviderFault && error.code === 'no_data') return undefined
      throw error
    })
    if (!found) return succeed([])
    const { person } = found
    const { display_name, provider_id } = bankOf(found)
    return succeed([
      {
        update_timestamp: clock.now().toISOString(),
        account_id: accountIdOf(person),
        account_type: 'TRANSACTION',
        display_name: 'Current account',
        currency: 'GBP',
        account_number: { number: person.bank.accountNumber, sort_code: hyphened(sortCodeDigits(person)) },
        provider: { display_name, provider_id },
      },
    ])
  })

  server.get('/data/v1/accounts/:accountId/balance', async (request) => {
    const { person } = await enterAccount(request, 'balance')
    const current = rowsOf(person).at(-1)?.balance.balanceAmount.amount ?? person.bank.openingBalance / 100
    const update_timestamp = clock.now().toISOString()
    return succeed([{ currency: 'GBP', available: current, current, overdraft: 0, update_timestamp }])
  })

  server.get('/data/v1/accounts/:accountId/transactions', async (request) => {
    const connection = await enterAccount(request, 'transactions')
    const period = periodOf(check(Period, request.query))
    requireHistory(connection, period.from)
    if (request.headers['x-psu-ip'] === undefined) countUnattended(connection.id)
    const rows = rowsOf(connection.person).filter(({ date }) => date >= period.from && date <= period.to)
    return succeed(rows.toReversed().map(transactionOf))
  })

  function periodOf({ from, to }: z.output<typeof Period>) {
    const now = clock.now().toISOString()
    const start = new Date(from ?? new Date(Date.parse(now) - shortHistoryDays * dayMs)).toISOString()
    const end = to === undefined ? now : new Date(to).toISOString()
    if (start > end || end > now) throw new TrueLayerFault('invalid_date_range', 'Invalid from or to')
    return { from: start, to: end }
  }

  function requireHistory({ authenticatedAt }: TrueLayerConnection, from: string) {
    const now = clock.now().getTime()
    const isOld = Date.parse(from) < now - shortHistoryDays * dayMs
    if (isOld && now - authenticatedAt.getTime() > longHistoryMs)
      throw new TrueLayerFault('sca_exceeded', 'Older transactions need a new authentication')
  }

  function countUnattended(connectionId: string) {
    const key = `${connectionId} ${clock.today()}`
    const count = (unattended.get(key) ?? 0) + 1
    unattended.set(key, count)
    if (count > maxUnattended)
      throw new TrueLayerFault(
        'provider_too_many_requests',
        'Too many requests while the person is not present',
      )
  }
}

const hyphened = (sortCode: string) => sortCode.replace(/(..)(..)(..)/, '$1-$2-$3')

/** TrueLayer's own categories of transactions, by the code of the bank. */
const categories: Record<string, string> = {
  BGC: 'CREDIT',
  FPI: 'TRANSFER',
  FPO: 'TRANSFER',
  DD: 'DIRECT_DEBIT',
  SO: 'STANDING_ORDER',
  CPT: 'ATM',
  INT: 'INTEREST',
  CHQ: 'CHEQUE',
  DEB: 'PURCHASE',
}

function transactionOf(row: YapilyRow) {
  const { id, date, amount, currency, transactionInformation, balance } = row
  const code = row.proprietaryBankTransactionCode?.code
  return {
    transaction_id: `t-${id}`,
    normalised_provider_transaction_id: `txn-${id}`,
    timestamp: date,
    description: transactionInformation[0] ?? '',
    amount,
    currency,
    transaction_type: amount < 0 ? 'DEBIT' : 'CREDIT',
    transaction_category: categories[code ?? ''] ?? 'OTHER',
    transaction_classification: [],
    running_balance: balance.balanceAmount,
    meta: {
      bank_transaction_id: id,
      ...(code && { provider_transaction_category: code }),
      ...(row.payerDetails && { counter_party_preferred_name: row.payerDetails.name }),
    },
  }
}

const send = (reply: FastifyReply, title: string, body: SafeHtml) =>
  sendPage(reply.header('cache-control', 'no-store'), bank, { title, body })

const signInForm = (flow: string, error?: SafeHtml) => html`${error}
<form method="post" action="sign-in" class="card"><input type="hidden" name="flow" value="${flow}">
<label>User name <input name="user_name" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button></form>
<form method="post" action="consent"><input type="hidden" name="flow" value="${flow}">
<button name="decision" value="refuse">Cancel</button></form>`

const consentForm = (flow: string) => html`
<p>TrueLayer asks to read your account details, balance and transactions for 90 days. It cannot make payments.</p>
<form method="post" action="consent" class="card"><input type="hidden" name="flow" value="${flow}">
<button name="decision" value="allow">Allow</button> <button name="decision" value="refuse">Refuse</button></form>`

function check<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new TrueLayerFault('validation_error', `${issue?.path.join('.')}: ${issue?.message}`)
}
