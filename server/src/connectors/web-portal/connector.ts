import type { BrowserContext } from 'playwright-core'
import { z } from 'zod'
import type { EntryOf } from '../catalogue.ts'
import type { Asked, LoginConnector, SignedIn, Talk } from '../connector.ts'
import { ConnectionFailure } from '../failure.ts'
import { readKept } from '../stored-session.ts'
import { BrowserLost, VisitTooLong } from './browsers.ts'
import { look, marked, type Sight } from './page-snapshot.ts'
import { isInside, signOutForm } from './portal-pages.ts'
import { asFailure, openReader, requireGood } from './tab-reader.ts'
import { isDown, notUnderstood } from './refusals.ts'
import { retrieve } from './retrieve.ts'
import { fillSignIn, type Sent, secondStep, send, signInForm } from './sign-in.ts'

/** What is kept between two visits: cookies, and in the midst of a sign-in the page to go on from. Never a password. */
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
const Session = z.object({ cookies: Cookies })
const Pending = z.object({ cookies: Cookies, at: z.string() })
type Kept = z.output<typeof Session>

/** A provider that has nothing but a website: what a person would do there, done in a browser. */
export function webPortal(entry: EntryOf<'web-portal'>): LoginConnector {
  const front = `${entry.address}/`
  const { origin } = new URL(front)

  async function visit<T>(
    { cookies }: Kept,
    { browsers, signal }: Talk,
    work: (context: BrowserContext) => Promise<T>,
  ): Promise<T> {
    try {
      return await browsers.visit({ origin, cookies, signal }, work)
    } catch (failure) {
      signal.throwIfAborted()
      if (failure instanceof VisitTooLong)
        throw new ConnectionFailure('provider-down', { detail: 'it took too long' })
      throw failure instanceof BrowserLost ? failure : asFailure(failure)
    }
  }

  return {
    way: 'login',
    gives: 'payslips',
    entry,
    logIn(credentials, talk) {
      const sending = { isBegun: false }
      return visit({ cookies: [] }, talk, async (context) => {
        const { page, form } = await openReader(
          context,
          talk.signal,
        )(async (tab) => {
          const found = await tab.page(front, signInForm)
          await fillSignIn(tab.self, found, credentials)
          return { page: tab.self, form: found.form }
        })
        sending.isBegun = true
        return outcomeOf(context, await arrive(context, await send(page, form), talk))
      }).catch(whatFailed(sending))
    },

    async answer(pending, answer, talk) {
      const kept = readKept(Pending, pending, 'mfa-timeout')
      const sending = { isBegun: false }
      return visit(kept, talk, async (context) => {
        const { page, step } = await openReader(
          context,
          talk.signal,
        )(async (tab) => {
          const step = await tab.page(kept.at, secondStep)
          return { page: tab.self, step }
        })
        for (const [field, value] of step.split(answer)) await marked(page, field.mark).fill(value)
        sending.isBegun = true
        const outcome = await outcomeOf(context, await arrive(context, await send(page, step.form), talk))
        if (outcome.outcome === 'asked') throw new ConnectionFailure('mfa-unsupported')
        return outcome
      }).catch(whatFailed(sending))
    },

    // Cookies are good until they end.
    renew: async () => null,

    async fetchPayslips(session, period, talk) {
      const kept = readKept(Session, session)
      const fetchNow = () =>
        visit(kept, talk, (context) => retrieve(openReader(context, talk.signal), front, period))
      // Reading can be done again with another browser.
      return fetchNow()
        .catch((failure) => {
          if (failure instanceof BrowserLost) return fetchNow()
          throw failure
        })
        .catch(whatFailed({ isBegun: true }))
    },

    async end(session, talk) {
      const goOut = async (context: BrowserContext) => {
        const { page, form } = await openReader(
          context,
          talk.signal,
        )(async (tab) => ({
          form: await tab.page(front, (sight) => signOutForm(sight) ?? (signInForm(sight) && null)),
          page: tab.self,
        }))
        if (form) await send(page, form)
      }
      try {
        await visit(readKept(Session, session), talk, goOut)
      } catch {
        // Whoever cannot be reached forgets us by itself.
      }
    },
  }
}

/** A browser that is lost is our trouble and not the portal's; and before the form is sent, nothing was tried. */
const whatFailed =
  (sending: { isBegun: boolean }) =>
  (failure: unknown): never => {
    const isUnsent = !sending.isBegun
    if (failure instanceof BrowserLost)
      throw new ConnectionFailure('provider-down', { detail: 'the browser was lost', isBusy: true, isUnsent })
    if (!isUnsent || !isDown(failure)) throw failure
    const { retryAfterMs, isBusy, detail } = failure
    throw new ConnectionFailure('provider-down', { retryAfterMs, isBusy, detail, isUnsent })
  }

/** What is seen once a form was sent. The form may have been answered though the page behind it did not come: that is read again. */
async function arrive(
  context: BrowserContext,
  { answered, arrived, page }: Sent,
  talk: Talk,
): Promise<Sight> {
  if (!answered) throw asFailure(null)
  const location = answered.headers().location
  // 502 is what the gate says of a connection that was cut; some browsers make it a page of their own, others none.
  if ((!arrived || arrived.status() === 502) && location !== undefined)
    return openReader(
      context,
      talk.signal,
    )((tab) => tab.page(new URL(location, answered.url()).href, (sight) => sight))
  const sight = await look(page)
  requireGood(sight, arrived)
  return sight
}

async function outcomeOf(context: BrowserContext, sight: Sight): Promise<SignedIn | Asked> {
  const cookies = await context.cookies()
  if (isInside(sight)) {
    const ends = cookies.map(({ expires }) => expires).filter((expires) => expires > 0)
    const endsAt = ends.length > 0 ? new Date(Math.min(...ends) * 1_000) : null
    return { outcome: 'signed-in', session: JSON.stringify({ cookies } satisfies Kept), endsAt }
  }
  const step = secondStep(sight)
  if (!step) throw notUnderstood()
  const pending = JSON.stringify({ cookies, at: sight.url } satisfies z.output<typeof Pending>)
  return { outcome: 'asked', method: step.method, pending }
}
