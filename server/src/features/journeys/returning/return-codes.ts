import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import { queueMail } from '../../../platform/mail/mailer.ts'
import { queueText } from '../../../platform/mail/text-messages.ts'
import { forbidden } from '../../../platform/problem.ts'
import { confirmDevice, rememberDevice } from '../../access/journey-devices.ts'
import { findLink, type JourneyLink } from '../../access/links.ts'
import { addReturnJourney } from '../../access/service.ts'
import { readConfiguration } from '../../configuration/service.ts'
import { openUser } from '../../users/service.ts'
import { createSession, type SessionDeps } from '../sessions.ts'
import { returnCodeMail, returnCodeText } from './mails.ts'
import { countReturnCodes, endReturnCodes, putReturnCode, tryReturnCode } from './queries.ts'
import type { NewReturnCode, ReturnCode } from './schemas.ts'

// With five codes of five tries, a stranger guesses a code of six digits within a day in 1 of 40,000 cases.
export const maxCodesPerDay = 5
const maxTries = 5
const lifetimeMs = 10 * 60_000

/** The journey that a public request names, and the request's id for the audit log. */
type ReturnRequest = { journeyId: string; requestId: string }

/**
 * Sends a one-time code to the person of a journey, even an expired one. The reply is the same if there is no such
 * journey, no address or no code left, so that it reveals nothing about the person.
 */
export async function requestReturnCode(
  deps: SessionDeps & { sendsTexts: boolean },
  request: ReturnRequest,
  { language, channel }: z.output<typeof NewReturnCode>,
) {
  const opened = await openReturn(deps, request)
  if (!opened) return
  const { tenant, link } = opened
  await tenant.transaction(async (tx) => {
    const userId = link.user_id
    const { person } = await openUser(tx, userId)
    const to = channel === 'email' ? person.email : deps.sendsTexts ? person.phone : undefined
    const isSent = to !== undefined && (await countReturnCodes(tx, userId)) < maxCodesPerDay
    audit(tx, isSent ? 'journey.return_code_sent' : 'journey.return_code_refused', userId)
    if (!isSent) return
    const code = await addReturnCode(tx, tenant, userId)
    const { client_display_name } = await readConfiguration(tx)
    const content = { code, clientName: client_display_name ?? 'Payproof' }
    if (channel === 'sms') await queueText(tx, tenant, returnCodeText(to, language, content), { userId })
    else await queueMail(tx, tenant, returnCodeMail(to, language, content), { userId })
  })
}

/** Opens a new journey of the same person, on a device that is trusted from now on. */
export async function redeemReturnCode(
  deps: SessionDeps,
  request: ReturnRequest,
  { one_time_code, device }: z.output<typeof ReturnCode>,
) {
  const opened = await openReturn(deps, request)
  const session =
    opened &&
    (await opened.tenant.transaction(async (tx) => {
      const { user_id } = opened.link
      const isRight = await isReturnCodeRight(tx, opened.tenant, user_id, one_time_code)
      audit(tx, isRight ? 'journey.returned' : 'journey.return_failed', user_id)
      if (!isRight) return undefined
      await endReturnCodes(tx, user_id)
      const journey = await addReturnJourney(tx, opened.link)
      const deviceId = await rememberDevice(tx, user_id, device)
      await confirmDevice(tx, { userId: user_id, deviceId })
      return createSession(deps.tokens, journey, deviceId)
    }))
  if (session) return session
  throw forbidden('return-code-rejected', 'The code is wrong or no longer valid; ask for a new one')
}

async function openReturn({ database, keyring }: SessionDeps, { journeyId, requestId }: ReturnRequest) {
  const link: JourneyLink | undefined = await database.system((tx) => findLink(tx, { id: journeyId }))
  if (!link) return undefined
  const actor = { kind: 'user', id: link.user_id, requestId } as const
  return { link, tenant: database.tenant(link.client_id, actor, await keyring.of(link.client_id)) }
}

async function addReturnCode(tx: Tx, tenant: Tenant, userId: string) {
  const id = randomUUID()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await putReturnCode(tx, {
    id,
    user_id: userId,
    hash: hashOf(tenant, id, code),
    tries_left: maxTries,
    expires_at: new Date(Date.now() + lifetimeMs),
  })
  return code
}

async function isReturnCodeRight(tx: Tx, tenant: Tenant, userId: string, code: string) {
  const valid = await tryReturnCode(tx, userId)
  return valid !== undefined && timingSafeEqual(valid.hash, hashOf(tenant, valid.id, code))
}

const hashOf = ({ keys }: Tenant, id: string, code: string) =>
  keys.lookupHash('journey_return_codes.hash', `${id} ${code}`)
