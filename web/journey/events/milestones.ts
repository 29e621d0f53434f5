import { keep, kept } from '../session/storage.ts'
import type { Journey } from '../types.ts'
import { happened } from './events.ts'

// An account may be connected here, in another window, or at the provider: reported once per tab when first
// seen.

export function tellMilestones(journey: Journey) {
  const storedAs = `payproof:told:${journey.journey_id}`
  const stored = kept(storedAs)
  const told = new Set<string>(stored === undefined ? [] : JSON.parse(stored))
  const reached = journey.accounts.flatMap(({ account_id, payroll_provider: provider, status, progress }) => [
    ...(status === 'AUTHORISED'
      ? [{ key: `${account_id}:connected`, event: { name: 'connected', provider } as const }]
      : []),
    ...(progress === 'done'
      ? [{ key: `${account_id}:ready`, event: { name: 'data_ready', provider } as const }]
      : []),
  ])
  for (const { key, event } of reached) {
    // Accounts that existed when the tab was opened were reported before.
    if (stored !== undefined && !told.has(key)) happened(event)
    told.add(key)
  }
  keep(storedAs, JSON.stringify([...told]))
}
