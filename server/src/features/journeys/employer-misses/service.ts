import { audit, keysOf, type Tenant } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { type createEmployerSearch, wordsOf } from '../../providers/employer-search.ts'
import { requireJourney } from '../sessions.ts'
import { countMiss, listMisses } from './queries.ts'
import { maxListedMisses } from './schemas.ts'

const minLength = 3
const maxLength = 60

/**
 * Counts an employer search without a result. Only names are counted: a text with digits or an @ may be a reference or
 * an address.
 */
export async function recordMiss(
  tenant: Tenant,
  caller: Caller,
  { query, search }: { query: string; search: ReturnType<typeof createEmployerSearch> },
) {
  const journeyId = requireJourney(caller)
  const text = wordsOf(query).join(' ')
  const isName = text.length >= minLength && text.length <= maxLength && !/[\d@]/.test(query)
  const isMiss = isName && search(query).length === 0
  return tenant.transaction(async (tx) => {
    audit(tx, 'employer_miss.counted', caller.id)
    if (!isMiss) return { is_counted: false }
    const keys = keysOf(tx)
    const step = keys.lookupHash('journey_steps.thing', JSON.stringify([journeyId, 'employer_miss', text]))
    const hash = keys.lookupHash('employer_search_misses.hash', text)
    return { is_counted: await countMiss(tx, { journeyId, userId: caller.id, step, hash, query: text }) }
  })
}

/** Lists the employers that applicants searched for and did not find. */
export const readMisses = (tenant: Tenant) =>
  tenant.transaction(async (tx) => ({ misses: await listMisses(tx, maxListedMisses) }))
