import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { confirmDevice } from '../../access/journey-devices.ts'
import type { Person } from '../../users/schemas.ts'
import { openUser } from '../../users/service.ts'
import { requireDevice, requireJourney } from '../sessions.ts'
import { clearFailedConfirmations, countFailedConfirmation, readFailedConfirmations } from './queries.ts'
import type { NewConfirmation } from './schemas.ts'

/** For each link, on all devices together. Then only a one-time code helps, or a new link from the client. */
const maxTries = 5

type Answer = z.output<typeof NewConfirmation>

/** How the person can confirm who they are: by what is registered, or by a one-time code once the tries are used up. */
export async function readConfirmation(
  tx: Tx,
  caller: Caller,
  person: Person,
): Promise<'date_of_birth' | 'post_code' | 'one_time_code'> {
  const journeyId = caller.kind === 'user' ? caller.journeyId : null
  const failed = journeyId === null ? 0 : await readFailedConfirmations(tx, journeyId)
  if (failed >= maxTries) return 'one_time_code'
  if (person.date_of_birth) return 'date_of_birth'
  return person.post_codes ? 'post_code' : 'one_time_code'
}

/** Trusts the device if the answer is what the client registered for the person. */
export async function confirmPerson(tenant: Tenant, caller: Caller, answer: Answer) {
  const journeyId = requireJourney(caller)
  const deviceId = requireDevice(caller).id
  const result = await tenant.transaction(async (tx) => {
    const { person } = await openUser(tx, caller.id)
    const failed = await countFailedConfirmation(tx, journeyId, maxTries)
    const isRight = failed !== undefined && isAnswerRight(person, answer)
    audit(tx, isRight ? 'journey.confirmed' : 'journey.confirmation_failed', caller.id)
    if (!isRight) return { triesLeft: failed === undefined ? 0 : maxTries - failed }
    await clearFailedConfirmations(tx, journeyId)
    await confirmDevice(tx, { userId: caller.id, deviceId })
    return { confirmed_at: new Date() }
  })
  if (result.confirmed_at) return { confirmed_at: result.confirmed_at }
  const attemptsLeft = result.triesLeft ?? 0
  throw attemptsLeft > 0
    ? new Problem(403, 'confirmation-wrong', ['The answer is not what is registered'], { attemptsLeft })
    : new Problem(403, 'confirmation-locked', ['There are no tries left; use a one-time code'], {
        attemptsLeft,
      })
}

function isAnswerRight({ date_of_birth, post_codes }: Person, answer: Answer) {
  if (answer.date_of_birth !== undefined)
    // The personal data was read from JSON, so the date is a text.
    return String(date_of_birth ?? '').startsWith(answer.date_of_birth)
  const given = normalisePostCode(answer.post_code ?? '')
  return given !== '' && (post_codes ?? []).some((known) => normalisePostCode(known) === given)
}

const normalisePostCode = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')
