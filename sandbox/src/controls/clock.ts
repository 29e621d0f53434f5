import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addMonths, dayOf } from '../calendar.ts'
import type { WorldClock } from '../clock.ts'
import { check, SandboxHttpError } from '../http-error.ts'
import type { SimulatedWorld } from '../people/types.ts'
import { currentTenant, installation } from '../tenants.ts'

const durationPattern =
  /^P(?=.)(?:(\d{1,2})Y)?(?:(\d{1,3})M)?(?:(\d{1,3})W)?(?:(\d{1,4})D)?(?:T(?=.)(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/

/** ISO 8601 duration such as `P1M`, `P2W` or `PT90S`; months are calendar months. */
const Duration = z
  .string()
  .regex(durationPattern, 'must be a duration such as P1M, P2W, P3D or PT90S')
  .transform((text) => {
    const numbers = (durationPattern.exec(text) ?? []).slice(1).map((part) => Number(part ?? 0))
    const [years, months, weeks, days, hours, minutes, seconds] = numbers as [
      ...[number, number, number, number],
      ...[number, number, number],
    ]
    const ms = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000
    return { months: years * 12 + months, ms }
  })

const ClockChange = z
  .strictObject({
    now: z.iso
      .datetime({ offset: true, error: 'must be a time such as 2026-06-15T09:00:00Z' })
      .transform((text) => new Date(text))
      .optional(),
    advance: Duration.optional(),
  })
  .refine(({ now, advance }) => (now === undefined) !== (advance === undefined), {
    error: 'must have either now or advance',
  })

type ClockDeps = { clock: WorldClock; world: SimulatedWorld }

export function clockRoutes(server: FastifyInstance, { clock, world }: ClockDeps) {
  const present = () => ({
    now: clock.now().toISOString(),
    today: clock.today(),
    begins: world.startDate,
    ends: world.endDate,
    is_own: clock.isOwn(),
  })
  const presentOwnTimes = () =>
    clock.ownTimes().map(({ tenant, now }) => ({ tenant, now: now.toISOString() }))

  // The service follows all clocks, so the installation's reply lists those of the tenants too.
  server.get('/clock', async () =>
    currentTenant() === installation ? { ...present(), tenants: presentOwnTimes() } : present(),
  )

  server.put('/clock', async (request) => {
    const { now, advance } = check(ClockChange, request.body)
    const at = now ?? later(clock.now(), advance ?? { months: 0, ms: 0 })
    if (dayOf(at) < world.startDate || dayOf(at) > world.endDate)
      throw new SandboxHttpError(
        400,
        `[${now ? 'now' : 'advance'}] must stay between ${world.startDate} and ${world.endDate}`,
      )
    clock.set(at)
    return present()
  })

  server.delete('/clock', async () => {
    clock.reset()
    return present()
  })
}

function later(from: Date, { months, ms }: { months: number; ms: number }): Date {
  const day = addMonths(dayOf(from), months)
  return new Date(Date.parse(`${day}${from.toISOString().slice(10)}`) + ms)
}
