import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ProviderFault } from '../errors.ts'
import { evictOldest } from '../evict-oldest.ts'
import { addOAuth } from '../oauth/provider.ts'
import { check, configureProviderServer } from '../provider-http.ts'
import type { ProviderDeps, ProviderPlugin } from '../types.ts'
import { validateFraudPreventionHeaders } from './fraud-prevention.ts'
import { hmrcErrorBody, hmrcTokenErrorBody } from './hmrc-error-codes.ts'
import { createRequestLimit } from './request-limit.ts'
import { scenarioNames, scenarios } from './scenarios.ts'
import { employmentsInYear, requireTaxYear, requireUtr, type SummaryName, summaries } from './summaries.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const maxTestData = 10_000

type YearParams = { Params: { utr: string; taxYear: string } }
type HmrcTokens = ReturnType<typeof addOAuth>
/** Summaries loaded through the test support API, by UTR, name and tax year. */
type TestData = Map<string, object>

/**
 * HMRC. It offers annual figures only, available once a tax year has been reconciled. `protocol-facts.ts` lists the
 * documented rules that it follows.
 */
export const taxauth: ProviderPlugin = async (server, deps) => {
  configureProviderServer(server, 'taxauth', {
    ...deps,
    errorBody: (fault, { url }) =>
      url.startsWith(`${server.prefix}/oauth/`) ? hmrcTokenErrorBody(fault) : hmrcErrorBody(fault),
    notFound: ({ url }) =>
      new ProviderFault(isKnownPath(server, url) ? 'method_not_allowed' : 'matching_resource_not_found'),
  })
  const limit = createRequestLimit(deps.taxRequestsPerSecond)
  // Pages are opened by the person's browser and do not count.
  server.addHook('onRequest', async ({ routeOptions }) => {
    if (!routeOptions.config.isPage) limit.count()
  })
  const tokens = addOAuth(server, deps, {
    provider: 'taxauth',
    scopes: {
      'read:individual-income': 'what your employers paid you in past tax years',
      'read:individual-employment': 'who employed you in past tax years',
      'read:individual-tax': 'the tax that was taken off your pay in past tax years',
    },
    isPkceRequired: false,
    accessTokenTtlMs: 4 * hourMs,
    // The grant lasts eighteen months; afterwards the person must consent again.
    grantTtlMs: 548 * 24 * hourMs,
    codeTtlMs: 10 * minuteMs,
    denial: {
      error_description: 'user denied the authorization',
      error_code: 'USER_DENIED_AUTHORIZATION',
    },
    tokenRules: {
      hasRevocation: false,
      acceptsBasic: false,
      rejectsUnknownFields: true,
      badCodeError: 'invalid_request',
      hasScopeInRefreshReply: false,
      refreshEndsAccessToken: true,
      rejectsParallelRefresh: true,
      applicationTokenTtlMs: 4 * hourMs,
    },
  })
  const testData: TestData = new Map()
  addSummaryRoutes(server, deps, tokens, testData)
  addTestSupportRoutes(server, tokens, testData)
  addTestUserRoute(server, deps, tokens)
}

function addSummaryRoutes(
  server: FastifyInstance,
  deps: ProviderDeps,
  tokens: HmrcTokens,
  testData: TestData,
) {
  for (const { name, path, version, scope, reply, body } of summaries) {
    server.get<YearParams>(`/${path}/sa/:utr/annual-summary/:taxYear`, async (request) => {
      requireAccept(request, version)
      requireBearer(request)
      if (tokens.isApplicationToken(request)) throw new ProviderFault('incorrect_access_token_type')
      const session = tokens.authorise(request, scope)
      await tokens.applyBehaviour(request, 'list', session)
      const { utr, taxYear } = request.params
      requireUtr(utr)
      requireTaxYear(taxYear)
      if (session.person.uniqueTaxReference !== utr) throw new ProviderFault('unauthorized')
      const loaded = testData.get(testDataKey(utr, name, taxYear))
      return reply.parse(loaded ?? body(employmentsInYear(deps, session.person, taxYear)))
    })
  }
}

const ScenarioBody = z.strictObject({ scenario: z.enum(scenarioNames).default('HAPPY_PATH_1') })

/** The sandbox-only APIs of HMRC: test data for one person and year, and validation of fraud-prevention headers. */
function addTestSupportRoutes(server: FastifyInstance, tokens: HmrcTokens, testData: TestData) {
  for (const { name, reply } of summaries) {
    server.post<YearParams>(
      `/individual-paye-test-support/sa/:utr/${name}/annual-summary/:taxYear`,
      async (request, response) => {
        requireApplication(request, tokens)
        const { utr, taxYear } = request.params
        requireUtr(utr)
        requireTaxYear(taxYear)
        const { scenario } = check(ScenarioBody, request.body)
        const data = reply.parse(scenarios[scenario][name])
        testData.set(testDataKey(utr, name, taxYear), data)
        evictOldest(testData, maxTestData)
        return response.code(201).send(data)
      },
    )
  }

  server.get('/test/fraud-prevention-headers/validate', async (request) => {
    requireApplication(request, tokens)
    return validateFraudPreventionHeaders(request.headers)
  })
}

const TestUserBody = z.strictObject({
  serviceNames: z
    .array(z.enum(['self-assessment', 'national-insurance', 'mtd-income-tax']))
    .min(1)
    .optional(),
})

/** First of the invented people that are handed out as test users; no guide or test uses them otherwise. */
const firstTestUser = 10_001

/** HMRC's Create Test User API. The identifiers cannot be chosen. */
function addTestUserRoute(server: FastifyInstance, { world, clock }: ProviderDeps, tokens: HmrcTokens) {
  let next = firstTestUser
  server.post('/create-test-user/individuals', async (request, response) => {
    requireApplication(request, tokens)
    const { serviceNames = [] } = check(TestUserBody, request.body)
    const person = world.inventedPerson(next++)
    const { street, city, postCode } = world.address(person, clock.today())
    return response.code(201).send({
      userId: person.userName,
      password: 'pass',
      userFullName: `${person.forename} ${person.surname}`,
      emailAddress: person.email,
      individualDetails: {
        firstName: person.forename,
        lastName: person.surname,
        dateOfBirth: person.dateOfBirth,
        address: { line1: street, line2: city, postcode: postCode },
      },
      ...(serviceNames.includes('self-assessment') && { saUtr: person.uniqueTaxReference }),
      ...(serviceNames.includes('national-insurance') && { nino: person.niNumber }),
    })
  })
}

function requireApplication(request: FastifyRequest, tokens: HmrcTokens) {
  requireAccept(request, '1.0')
  requireBearer(request)
  if (tokens.isApplicationToken(request)) return
  throw new ProviderFault(tokens.clientOf(request) ? 'incorrect_access_token_type' : 'invalid_token')
}

function requireAccept({ headers }: FastifyRequest, version: string) {
  if (headers.accept !== `application/vnd.hmrc.${version}+json`)
    throw new ProviderFault('accept_header_invalid')
}

function requireBearer({ headers }: FastifyRequest) {
  if (headers.authorization === undefined) throw new ProviderFault('missing_credentials')
}

const testDataKey = (utr: string, name: SummaryName, taxYear: string) => `${utr} ${name} ${taxYear}`

/** Whether the path exists with another method. */
function isKnownPath({ prefix }: FastifyInstance, url: string) {
  const [path = ''] = url.slice(prefix.length).split('?')
  return (
    summaries.some((summary) => new RegExp(`^/${summary.path}/sa/[^/]+/annual-summary/[^/]+$`).test(path)) ||
    /^\/individual-paye-test-support\/sa\/[^/]+\/(income|employments|tax)\/annual-summary\/[^/]+$/.test(
      path,
    ) ||
    path === '/oauth/token'
  )
}
