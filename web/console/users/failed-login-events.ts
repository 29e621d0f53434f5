import type { TimelineEvent } from '@payproof/sdk'

export type FailedLogin = { provider: string; reason: string; at: string; count: number }

/** The latest failed login for each provider and reason, newest first, with how often it happened. */
export function failedLoginsIn(events: readonly TimelineEvent[]): FailedLogin[] {
  const found = new Map<string, FailedLogin>()
  for (const { kind, payroll_provider: provider, reason, at } of events) {
    if (kind !== 'account.refused' || !provider || !reason) continue
    const same = found.get(`${provider} ${reason}`)
    if (same) same.count += 1
    else found.set(`${provider} ${reason}`, { provider, reason, at, count: 1 })
  }
  return [...found.values()]
}
