import { expect, inject, test } from 'vitest'
import { seedUsers } from '../../../server/test/seed-users.ts'
import { startConsole } from './start.ts'
import type { Console } from './world.ts'

// Tests lists of 100,000 rows: any page needs the same number of requests as the first, and shows its position.

/** Inserting 100,000 users takes minutes on a busy machine. */
const patience = { timeout: 600_000 }
const soon = { timeout: 60_000 }
const many = 100_000
const size = 50

const button = ({ page }: Console, name: string) => page.getByRole('button', { name, exact: true })

/** Collects the `limit` parameters of the requests for a list. */
function watchListRequests({ page }: Console, path: string) {
  const limits: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === path && request.resourceType() === 'fetch') limits.push(searchParams.get('limit'))
  })
  return limits
}

/**
 * Allows two requests per page, because a page may be requested again after it was shown from the cache. Loading the
 * whole list would take 2,000 requests.
 */
function expectFewRequests(limits: (string | null)[], pagesShown: number) {
  expect(new Set(limits)).toEqual(new Set([String(size)]))
  expect(limits.length).toBeLessThanOrEqual(2 * pagesShown)
}

test('users: pages of 100,000, forth and back, and from the other end', patience, async () => {
  const world = await startConsole()
  await seedUsers(inject('world'), world.api.superuserUrl, world.lender.clientId, many)
  const console = await world.signIn('Admin')
  const { page } = console
  const rows = page.locator('tbody tr')
  const limits = watchListRequests(console, '/reviews')

  /** Reads the rows of a page after `go` has changed them. */
  async function read(go: () => Promise<unknown>, before: readonly string[] = []) {
    await go()
    const names = () => rows.locator('td:first-child').allTextContents()
    await expect.poll(names, soon).not.toEqual(before)
    await console.settled()
    expect(await rows.count()).toBe(size)
    return names()
  }

  const first = await read(() => console.open('/users'))
  const second = await read(() => button(console, 'Next').click(), first)
  const third = await read(() => button(console, 'Next').click(), second)
  expect(new Set([...first, ...second, ...third]).size).toBe(3 * size)
  expect(await read(() => button(console, 'Previous').click(), third)).toEqual(second)
  const reversed = await read(() => console.open('/users?direction=asc'), second)
  expect(new Set([...first, ...reversed]).size).toBe(2 * size)
  expectFewRequests(limits, 5)
  expect(console.watch.takeFaults()).toEqual([])
  await console.close()
})

test('timeline: pages of 100,000 events, forth and back', patience, async () => {
  const world = await startConsole()
  const { user_id } = await world.aPerson(world.lender, 'person.6')
  await world.lender.must('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
  const { account_id } = await world.lender.must('POST', '/accounts', {
    user_id,
    payroll_provider: 'sandbox-payroll',
    user_name: 'person.6',
    password: 'pass',
  })
  await world.api.sql(moves, [world.lender.clientId, account_id, many])
  const call = await world.callAs('Support')
  const path = `/users/${user_id}`
  const newest = async () => (await call('GET', `${path}/timeline?limit=1`)).body.timeline[0].kind
  await expect.poll(newest, { timeout: 60_000 }).toBe('payroll.retrieved')
  const pageAfter = async (cursor = '') => {
    const { body } = await call('GET', `${path}/timeline?limit=${size}${cursor && `&cursor=${cursor}`}`)
    return { cursor: body.next_cursor as string, times: body.timeline.map(({ at }: { at: string }) => at) }
  }
  const pages = [await pageAfter()]
  while (pages.length < 20) pages.push(await pageAfter(pages.at(-1)?.cursor))
  const console = await world.signIn('Support')
  const { page } = console
  const times = () =>
    page.locator('.timeline time').evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))

  const limits = watchListRequests(console, `${path}/timeline`)

  async function shows(n: number, go: () => Promise<unknown>) {
    await go()
    await console.settled()
    await expect.poll(times, soon).toEqual(pages[n]?.times)
  }

  await shows(0, () => console.open(`${path}/timeline`))
  await shows(1, () => button(console, 'Older').click())
  await shows(2, () => button(console, 'Older').click())
  await shows(1, () => button(console, 'Newer').click())
  await shows(19, () => console.open(`${path}/timeline?cursor=${pages[18]?.cursor}`))
  expectFewRequests(limits, 5)
  expect(console.watch.takeFaults()).toEqual([])
  await console.close()
})

/** SQL that gives an account many status changes. */
const moves = `
  insert into account_moves (client_id, id, account_id, at, from_status, status, reason)
    select $1::uuid, gen_random_uuid(), $2::uuid, now() - n * interval '1 minute', 'EXPIRED', 'AUTHORISED', 'reconnected'
      from generate_series(1, $3::int) n`
