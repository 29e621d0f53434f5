import type { BrowserContext } from 'playwright-core'
import { z } from 'zod'
import type { CatalogueEntryOf } from '../catalogue.ts'
import type { ConnectorContext, ConnectorSession, LoginConnector, MfaChallenge } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import { parseStored } from '../stored-session.ts'
import { BrowserLost, VisitTooLong } from './browsers.ts'
import { locateMarked, type PageSnapshot, takeSnapshot } from './page-snapshot.ts'
import { findSignOutForm, isSignedInPage } from './portal-pages.ts'
import { isFaultOfPortal, notUnderstood } from './refusals.ts'
import { retrieve } from './retrieve.ts'
import { fillSignIn, findMfaStep, findSignInForm, type SubmittedForm, submitForm } from './sign-in.ts'
import { asFailure, createTabReader, requireNoError } from './tab-reader.ts'

/**
 * Stored between visits: the cookies and, during a login, the page from which to continue. Never contains a password.
 */
const Cookies = z.array(
  z.object({
    name: z.string(),
    value: z.string(),
    domain: z.string(),
    path: z.string(),
    expires: z.number(),
    httpOnly: z.boolean(),
    secure: z.boolean(),
    sameSite: z.enum(['Strict', 'Lax', 'None']),
  }),
)
const StoredSession = z.object({ cookies: Cookies })
const PendingChallenge = z.object({ cookies: Cookies, at: z.string() })
type StoredSession = z.output<typeof StoredSession>

/** Connector for providers that only have a website. It automates what a person would do in a browser. */
export function webPortal(entry: CatalogueEntryOf<'web-portal'>): LoginConnector {
  const homeUrl = `${entry.address}/`
  const { origin } = new URL(homeUrl)

  async function visit<T>(
    { cookies }: StoredSession,
    { browsers, signal }: ConnectorContext,
    work: (browserContext: BrowserContext) => Promise<T>,
  ): Promise<T> {
    try {
      return await browsers.visit({ origin, cookies, signal }, work)
    } catch (failure) {
      signal.throwIfAborted()
      if (failure instanceof VisitTooLong)
        throw new ConnectionFailure('provider-timeout', { detail: 'visit timed out' })
      throw failure instanceof BrowserLost ? failure : asFailure(failure)
    }
  }

  return {
    authMethod: 'login',
    dataType: 'payslips',
    entry,
    logIn(credentials, context) {
      const submission = { hasStarted: false }
      return visit({ cookies: [] }, context, async (browserContext) => {
        const { page, form } = await createTabReader(
          browserContext,
          context.signal,
        )(async (tab) => {
          const signIn = await tab.page(homeUrl, findSignInForm)
          await fillSignIn(tab.self, signIn, credentials)
          return { page: tab.self, form: signIn.form }
        })
        submission.hasStarted = true
        const submitted = await submitForm(page, form)
        return toLoginResult(browserContext, await readNextPage(browserContext, submitted, context))
      }).catch(rethrowAsFailure(submission))
    },

    async answerMfa(pending, answer, context) {
      const stored = parseStored(PendingChallenge, pending, 'mfa-timeout')
      const submission = { hasStarted: false }
      return visit(stored, context, async (browserContext) => {
        const { page, step } = await createTabReader(
          browserContext,
          context.signal,
        )(async (tab) => {
          const step = await tab.page(stored.at, findMfaStep)
          return { page: tab.self, step }
        })
        for (const [field, value] of step.split(answer)) await locateMarked(page, field.mark).fill(value)
        submission.hasStarted = true
        const submitted = await submitForm(page, step.form)
        const result = await toLoginResult(
          browserContext,
          await readNextPage(browserContext, submitted, context),
        )
        if (result.outcome === 'mfa-required') throw new ConnectionFailure('mfa-unsupported')
        return result
      }).catch(rethrowAsFailure(submission))
    },

    // Cookies cannot be renewed.
    renewSession: async () => null,

    async fetchPayslips(session, period, context) {
      const stored = parseStored(StoredSession, session)
      const fetchNow = () =>
        visit(stored, context, (browserContext) =>
          retrieve(createTabReader(browserContext, context.signal), {
            homeUrl,
            period,
            readPdf: context.readPdf,
          }),
        )
      // Reading has no side effects, so it can be retried in another browser.
      return fetchNow()
        .catch((failure) => {
          if (failure instanceof BrowserLost) return fetchNow()
          throw failure
        })
        .catch(rethrowAsFailure({ hasStarted: true }))
    },

    async endSession(session, context) {
      const signOut = async (browserContext: BrowserContext) => {
        const { page, form } = await createTabReader(
          browserContext,
          context.signal,
        )(async (tab) => ({
          form: await tab.page(
            homeUrl,
            (snapshot) => findSignOutForm(snapshot) ?? (findSignInForm(snapshot) && null),
          ),
          page: tab.self,
        }))
        if (form) await submitForm(page, form)
      }
      try {
        await visit(parseStored(StoredSession, session), context, signOut)
      } catch {
        // Best effort: the portal expires the session in any case.
      }
    },
  }
}

/**
 * Converts errors to failures. A lost browser is our fault, not the portal's. Before the form is sent, no attempt was
 * made.
 */
const rethrowAsFailure =
  (submission: { hasStarted: boolean }) =>
  (failure: unknown): never => {
    const isUnsent = !submission.hasStarted
    if (failure instanceof BrowserLost)
      throw new ConnectionFailure('provider-down', {
        detail: 'the browser was lost',
        isOverloaded: true,
        isUnsent,
      })
    if (!isUnsent || !isFaultOfPortal(failure)) throw failure
    const { code, retryAfterMs, isOverloaded, detail } = failure
    throw new ConnectionFailure(code, { retryAfterMs, isOverloaded, detail, isUnsent })
  }

/**
 * Returns the page after a submitted form. The portal may have processed the form even if the next page failed to
 * load, so the page is read again.
 */
async function readNextPage(
  browserContext: BrowserContext,
  { response, nextPage, page }: SubmittedForm,
  context: ConnectorContext,
): Promise<PageSnapshot> {
  if (!response) throw asFailure(null)
  const location = response.headers().location
  // Our proxy returns 502 for a broken connection. Some browsers show it as a page, others report an error.
  if ((!nextPage || nextPage.status() === 502) && location !== undefined)
    return createTabReader(
      browserContext,
      context.signal,
    )((tab) => tab.page(new URL(location, response.url()).href, (snapshot) => snapshot))
  const snapshot = await takeSnapshot(page)
  requireNoError(snapshot, nextPage)
  return snapshot
}

async function toLoginResult(
  browserContext: BrowserContext,
  snapshot: PageSnapshot,
): Promise<ConnectorSession | MfaChallenge> {
  const cookies = await browserContext.cookies()
  if (isSignedInPage(snapshot)) {
    const expiries = cookies.map(({ expires }) => expires).filter((expires) => expires > 0)
    const expiresAt = expiries.length > 0 ? new Date(Math.min(...expiries) * 1_000) : null
    const session = JSON.stringify({ cookies } satisfies StoredSession)
    return { outcome: 'signed-in', session, expiresAt }
  }
  const step = findMfaStep(snapshot)
  if (!step) throw notUnderstood()
  const pending = JSON.stringify({ cookies, at: snapshot.url } satisfies z.output<typeof PendingChallenge>)
  return { outcome: 'mfa-required', method: step.method, pending }
}
