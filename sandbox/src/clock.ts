import { dayOf, type IsoDate } from './calendar.ts'
import { currentTenant, installation } from './tenants.ts'

/**
 * Clock of the simulated world: runs in real time and can be set forwards or backwards. It has one time for the
 * installation, and each tenant may have its own. Changes apply to the current tenant.
 */
export type WorldClock = {
  now(tenant?: string): Date
  today(): IsoDate
  /** Sets the clock to this time; it keeps running from there. */
  set(at: Date): void
  advance(ms: number): void
  /** Resets the installation's clock to its initial time. A tenant's clock follows the installation's again. */
  reset(): void
  /** Resets the clocks of the installation and of all tenants. */
  resetAll(): void
  /** Whether the current tenant has a time of its own. */
  isOwn(): boolean
  /** Tenants with a time of their own. */
  ownTimes(): { tenant: string; now: Date }[]
}

/** Limits memory. Above it, the clock that was set first follows the installation's again. */
const maxOwnClocks = 1_000

export function openClock(startsAt?: Date): WorldClock {
  const initialOffsetMs = () => (startsAt ? startsAt.getTime() - Date.now() : 0)
  let installationOffsetMs = initialOffsetMs()
  const ownOffsetsMs = new Map<string, number>()
  const offsetMs = (tenant: string) => ownOffsetsMs.get(tenant) ?? installationOffsetMs
  const now = (tenant = currentTenant()) => new Date(Date.now() + offsetMs(tenant))

  function setOffset(ms: number) {
    const tenant = currentTenant()
    if (tenant === installation) {
      installationOffsetMs = ms
      return
    }
    ownOffsetsMs.delete(tenant)
    ownOffsetsMs.set(tenant, ms)
    const [oldest] = ownOffsetsMs.keys()
    if (oldest !== undefined && ownOffsetsMs.size > maxOwnClocks) ownOffsetsMs.delete(oldest)
  }

  function resetInstallation() {
    installationOffsetMs = initialOffsetMs()
  }

  return {
    now,
    today: () => dayOf(now()),
    set: (at) => setOffset(at.getTime() - Date.now()),
    advance: (ms) => setOffset(offsetMs(currentTenant()) + ms),
    reset() {
      const tenant = currentTenant()
      if (tenant === installation) resetInstallation()
      else ownOffsetsMs.delete(tenant)
    },
    resetAll() {
      ownOffsetsMs.clear()
      resetInstallation()
    },
    isOwn: () => ownOffsetsMs.has(currentTenant()),
    ownTimes: () => [...ownOffsetsMs.keys()].map((tenant) => ({ tenant, now: now(tenant) })),
  }
}
