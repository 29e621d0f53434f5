import { randomBytes } from 'node:crypto'
import { sql as statement } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { createUser, readMail } from '../../../../test/people.ts'
import { openLog } from '../../../platform/telemetry/log.ts'
import { openCoreDependencies } from '../../../process/dependencies.ts'
import { openRole } from '../../../process/roles.ts'
import { deleteOldReminders } from './queries.ts'

const api = await startApi()
const { acme, rival, anonymous, sql, world, withToken } = api
const { database } = await openCoreDependencies(api.config)
// A second worker competes for every task.
const worker = await openRole('worker', api.config, openLog('error'))
afterAll(async () => {
  await worker.close()
  await database.close()
})

const polling = { interval: 100 }
const anAddress = () => `p${randomBytes(6).toString('hex')}@people.example`
const setDays = (days: number[] | null) => acme('PATCH', '/configuration', { reminder_days: days })

async function invitePerson({ language = 'en' }: { language?: string } = {}) {
  const { user_id } = await createUser(acme)
  const email = anAddress()
  expect((await acme('POST', '/journeys/invitations', { user_id, email, language })).status).toBe(202)
  const { text } = await readMail(world.inboxUrl, email)
  const [link = '', code = ''] = /http:\S+\/r\/([\w-]{43})/.exec(text) ?? []
  return { user_id, email, link, code }
}

const planned = async (user_id: string) =>
  (
    await sql(
      `select round(extract(epoch from due_at - invited_at) / 86400)::int as day, sent_at is not null as sent
         from journey_reminders where user_id = $1 order by due_at`,
      [user_id],
    )
  ).map(({ day, sent }) => `${day}${sent ? ' sent' : ''}`)

/** Makes the reminders of a person due, and waits until their tasks have ended. */
async function letDaysPass(user_id: string) {
  const mine = `kind = 'journey.remind' and user_id = $1`
  await sql(`update tasks set due_at = now(), wake_at = now() where ${mine}`, [user_id])
  await expect.poll(() => sql(`select id from tasks where ${mine}`, [user_id]), polling).toEqual([])
  await expect
    .poll(() => sql('select id from outgoing_mails where user_id = $1', [user_id]), polling)
    .toEqual([])
}

async function subjectsTo(email: string) {
  const reply = await fetch(`${world.inboxUrl}/messages?to=${email}`)
  const { messages } = (await reply.json()) as { messages: { subject: string }[] }
  return messages.map(({ subject }) => subject)
}

const invitation = 'acme asks you to share your income'
const reminder = 'Reminder: acme asks you to share your income'

const auditOf = async (user_id: string) =>
  (await sql(`select action from audit_lines where subject_id = $1 order by at`, [user_id])).map(
    ({ action }) => action as string,
  )

const form = { 'content-type': 'application/x-www-form-urlencoded' }

test('sends no reminders unless the client turns them on', async () => {
  await setDays(null)
  const { user_id, email } = await invitePerson()
  expect(await planned(user_id)).toEqual([])
  expect(await subjectsTo(email)).toEqual([invitation])
})

test('accepts up to three days from 1 to 6 in ascending order', async () => {
  for (const days of [[], [1], [1, 3, 6]]) {
    expect((await setDays(days)).body.reminder_days).toEqual(days)
  }
  for (const days of [[0], [7], [3, 2], [2, 2], [1, 2, 3, 4], ['2']])
    expect((await setDays(days as number[])).status, String(days)).toBe(400)
})

test('reminds once on each day, by the lender’s name, with the same link and a stop link', async () => {
  await setDays([2, 5])
  const people = await Promise.all(Array.from({ length: 6 }, () => invitePerson()))
  for (const { user_id } of people) expect(await planned(user_id)).toEqual(['2', '5'])
  await Promise.all(people.map(({ user_id }) => letDaysPass(user_id)))
  for (const { user_id, email, link } of people) {
    expect(await subjectsTo(email)).toEqual([invitation, reminder, reminder])
    const { text, html, headers } = await readMail(world.inboxUrl, email, /^Reminder/)
    expect(text).toContain(link)
    expect(text).toContain('acme asked you for proof of your income')
    const [stopLink = ''] = /http:\S+\/reminders\/[\w-]{43}/.exec(text) ?? []
    expect(html).toContain(`href="${stopLink}"`)
    expect(headers['list-unsubscribe']).toBe(`<${stopLink}>`)
    expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    expect(text).not.toMatch(/Wilhelmina|Oakapple/)
    expect((await auditOf(user_id)).filter((action) => action === 'journey.reminded')).toHaveLength(2)
    const { timeline } = (await acme('GET', `/users/${user_id}/timeline`)).body
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'journey.reminded')).toHaveLength(2)
  }
  // Neither the address nor the link is stored once the last reminder is sent.
  expect(
    await sql('select id from journey_reminders where sent_at is not null and sealed is not null'),
  ).toEqual([])
})

/** Makes the first reminder due now. Returns the path of the stop link in its mail. */
async function sendFirstReminder(user_id: string, email: string) {
  await sql(
    `update tasks set due_at = now(), wake_at = now() where kind = 'journey.remind' and user_id = $1
       and input->>'reminder_id' = (select id::text from journey_reminders where user_id = $1 order by due_at limit 1)`,
    [user_id],
  )
  const { text } = await readMail(world.inboxUrl, email, /^Reminder/)
  const [path = ''] = /\/reminders\/[\w-]{43}/.exec(text) ?? []
  return path
}

test('a stop link shows a page first, stops on a post, and is remembered for later invitations', async () => {
  await setDays([1, 2])
  const { user_id, email } = await invitePerson()
  const path = await sendFirstReminder(user_id, email)
  const page = await anonymous('GET', path)
  expect(page.status).toBe(200)
  expect(page.text).toContain('<h1>Stop reminders?</h1>')
  expect(page.text).toContain('acme asked you to share your income')
  expect((await acme('GET', `/users/${user_id}`)).body).not.toHaveProperty('reminders_stopped_at')

  const stopped = await anonymous('POST', path, 'List-Unsubscribe=One-Click', form)
  expect(stopped.status).toBe(200)
  expect(stopped.text).toContain('<h1>Reminders stopped</h1>')
  expect(await planned(user_id)).toEqual(['1 sent'])
  expect(await sql(`select id from tasks where kind = 'journey.remind' and user_id = $1`, [user_id])).toEqual(
    [],
  )

  // Mail programs may repeat the request, and some send no body or a multipart form.
  expect((await anonymous('POST', path)).status).toBe(200)
  const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  expect(
    (await anonymous('POST', path, parts, { 'content-type': 'multipart/form-data; boundary=x' })).status,
  ).toBe(200)
  expect((await anonymous('GET', path)).text).toContain('<h1>Reminders stopped</h1>')
  const stops = (await auditOf(user_id)).filter((action) => action === 'journey.reminders_stopped')
  expect(stops).toHaveLength(1)

  expect((await acme('GET', `/users/${user_id}`)).body.reminders_stopped_at).toMatch(/^\d{4}-\d\d-\d\dT/)
  const { timeline } = (await acme('GET', `/users/${user_id}/timeline`)).body
  expect(timeline[0]).toMatchObject({ kind: 'journey.reminders_stopped', id: user_id })
  expect((await acme('PATCH', `/users/${user_id}`, { reminders_stopped_at: null })).status).toBe(200)

  await acme('POST', '/journeys/invitations', { user_id, email })
  expect(await planned(user_id)).toEqual(['1 sent'])
})

test('a stop link that does not exist returns 404 and reveals nothing', async () => {
  for (const code of ['a'.repeat(43), 'x', 'a'.repeat(44)]) {
    expect((await anonymous('GET', `/reminders/${code}`)).status).toBe(404)
    const reply = await anonymous('POST', `/reminders/${code}`, 'List-Unsubscribe=One-Click', form)
    expect(reply.status).toBe(404)
    expect(reply.text).toContain('This link has ended')
  }
})

test('reminds in Welsh, with a page in Welsh', async () => {
  await setDays([1])
  const { user_id, email } = await invitePerson({ language: 'cy' })
  await letDaysPass(user_id)
  const { subject, text } = await readMail(world.inboxUrl, email, /^Nodyn/)
  expect(subject).toBe('Nodyn atgoffa: mae acme yn gofyn i chi rannu eich incwm')
  const [path = ''] = /\/reminders\/[\w-]{43}\?language=cy/.exec(text) ?? []
  const page = await anonymous('GET', path)
  expect(page.text).toContain('<html lang="cy">')
  expect(page.text).toContain('Stopio’r nodiadau atgoffa?')
})

type Person = Awaited<ReturnType<typeof invitePerson>>

async function openJourney({ code }: Person) {
  const device = randomBytes(32).toString('base64url')
  const { body } = await anonymous('POST', '/journeys/sessions', { code, device })
  return withToken(body.token)
}

const agree = async (person: Person) => {
  const send = await openJourney(person)
  const { body } = await send('POST', '/authorisations', { user_id: person.user_id, user_agent: 'test' })
  return { send, authorisation_id: body.id as string }
}

const reasonsForNone: Record<string, (person: Person) => Promise<unknown>> = {
  'finish or leave': async (person) => {
    const send = await openJourney(person)
    return send('POST', '/journeys/current/ends', { outcome: { kind: 'nothing' } })
  },
  withdrawal: async (person) => {
    const { send, authorisation_id } = await agree(person)
    return send('PUT', `/journeys/current/authorisations/${authorisation_id}/revoke`)
  },
  'deletion of their data': async (person) => (await openJourney(person))('DELETE', '/journeys/current/data'),
  'expiry of the link': ({ user_id }) =>
    sql('update journey_links set expires_at = now() where user_id = $1', [user_id]),
  'revocation of the link': ({ user_id }) => acme('POST', '/user-tokens/revocations', { user_id }),
  'data that arrived': async (person) => {
    const { authorisation_id } = await agree(person)
    await sql(
      `insert into documents (client_id, id, user_id, authorisation_id, type, bytes, pages, file_hash, reader_version, sealed)
         select client_id, gen_random_uuid(), user_id, id, 'payslip', 1, 1, '\\x00', '1', '\\x00'
           from authorisations where id = $1`,
      [authorisation_id],
    )
  },
  'turning reminders off': () => setDays(null),
}

test.each(Object.entries(reasonsForNone))('sends none after %s', async (_reason, act) => {
  await setDays([1])
  const person = await invitePerson()
  await act(person)
  await letDaysPass(person.user_id)
  expect(await subjectsTo(person.email)).toEqual([invitation])
  expect(await planned(person.user_id)).toEqual([])
})

test('sends none to an address that is no longer the registered one', async () => {
  await setDays([1, 2])
  for (const email of [anAddress(), null]) {
    const person = await invitePerson()
    expect((await acme('PATCH', `/users/${person.user_id}`, { email })).status).toBe(200)
    await letDaysPass(person.user_id)
    expect(await subjectsTo(person.email)).toEqual([invitation])
    expect(await planned(person.user_id)).toEqual([])
  }
})

test('reminds at the address of the invitation if another one was registered before', async () => {
  await setDays([1])
  const { user_id } = await createUser(acme, { email: anAddress() })
  const email = anAddress()
  await acme('POST', '/journeys/invitations', { user_id, email })
  await letDaysPass(user_id)
  expect(await subjectsTo(email)).toEqual([invitation, reminder])
})

test('sends only the latest of several reminders that became due during an outage', async () => {
  await setDays([1, 2, 3])
  const { user_id, email } = await invitePerson()
  const outage = `interval '4 days'`
  await sql(
    `update journey_reminders set due_at = due_at - ${outage}, invited_at = invited_at - ${outage} where user_id = $1`,
    [user_id],
  )
  await letDaysPass(user_id)
  expect(await subjectsTo(email)).toEqual([invitation, reminder])
  expect(await planned(user_id)).toEqual(['3 sent'])
})

test('a stop waits for a running reminder without holding its task', async () => {
  await setDays([1, 2])
  const { user_id, email } = await invitePerson()
  const path = await sendFirstReminder(user_id, email)
  await expect
    .poll(
      () => sql(`select id from tasks where kind = 'journey.remind' and user_id = $1`, [user_id]),
      polling,
    )
    .toHaveLength(1)
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = database.system(async (tx) => {
    await statement`select from users where id = ${user_id} for no key update`.execute(tx)
    locked.resolve()
    await release.promise
    const { rows } = await statement`
      select id from tasks where kind = 'journey.remind' and user_id = ${user_id} for update skip locked`.execute(
      tx,
    )
    return rows
  })
  await locked.promise
  const stop = anonymous('POST', path, 'List-Unsubscribe=One-Click', form)
  const blocked = () => sql(`select from pg_locks where not granted limit 1`)
  await expect.poll(blocked, { interval: 5 }).toHaveLength(1)
  release.resolve()
  expect(await running).toHaveLength(1)
  await stop
})

test('deletes planned reminders with the user, and replaces them with each invitation', async () => {
  await setDays([1, 2])
  const { user_id, email } = await invitePerson()
  await acme('POST', '/journeys/invitations', { user_id, email })
  expect(await planned(user_id)).toEqual(['1', '2'])
  await acme('DELETE', `/users/${user_id}`)
  expect(await planned(user_id)).toEqual([])
  expect(await sql(`select id from tasks where kind = 'journey.remind' and user_id = $1`, [user_id])).toEqual(
    [],
  )
})

test('keeps the reminders of clients apart', async () => {
  await setDays([1])
  const { user_id } = await createUser(rival)
  await rival('POST', '/journeys/invitations', { user_id, email: anAddress() })
  expect(await planned(user_id)).toEqual([])
})

test('forgets sent reminders after 90 days', async () => {
  await setDays([1])
  const { user_id } = await invitePerson()
  await letDaysPass(user_id)
  await database.system(deleteOldReminders)
  expect(await planned(user_id)).toEqual(['1 sent'])
  await sql(`update journey_reminders set due_at = due_at - interval '92 days' where user_id = $1`, [user_id])
  await database.system(deleteOldReminders)
  expect(await planned(user_id)).toEqual([])
})
