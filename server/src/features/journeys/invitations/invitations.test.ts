import { randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../../../test/api.ts'
import { createUser, readMail } from '../../../../test/people.ts'
import { deleteOldMails } from '../../../platform/mail/mailer.ts'
import { openCoreDependencies } from '../../../process/dependencies.ts'
import { purgeOldInvitations } from './invitations.ts'

const api = await startApi()
const { acme, rival, sql, world } = api
const { database } = await openCoreDependencies(api.config)
afterAll(() => database.close())

const anAddress = () => `p${randomBytes(6).toString('hex')}@people.example`
const invite = (body: object, headers = {}) => acme('POST', '/journeys/invitations', body, headers)
async function mailsTo(to: string) {
  const reply = await fetch(`${world.inboxUrl}/messages?to=${to}`)
  return ((await reply.json()) as { messages: object[] }).messages
}

/** Lists the tables that contain a text, either as plain text or as hex bytes. */
async function tablesWith(text: string) {
  const tables = await sql(
    `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const hex = Buffer.from(text).toString('hex')
  const queries = tables.map(
    ({ name }) => `select '${name}' as name from ${name} t where t::text ~ '${text}|${hex}'`,
  )
  return (await sql(queries.join(' union all '))).map(({ name }) => name)
}

test('the mail names the client, the shared data and the expiry, and its link opens the journey', async () => {
  const { user_id } = await createUser(acme, { payroll_period_months: 7, ext_id: 'loan-20417' })
  const email = anAddress()
  const reply = await invite({ user_id, email })
  expect(reply).toMatchObject({ status: 202, body: { user_id } })
  expect(Object.keys(reply.body).sort()).toEqual(['link_expires_at', 'queued_at', 'user_id'])
  const { queued_at, link_expires_at } = reply.body
  expect(Date.parse(link_expires_at) - Date.parse(queued_at)).toBe(7 * 24 * 3_600_000)

  const { subject, text, html } = await readMail(world.inboxUrl, email)
  expect(subject).toBe('acme asks you to share your income')
  const [link = '', code] = /http:\/\/127\.0\.0\.1:8080\/r\/([\w-]{43})/.exec(text) ?? []
  const until = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Europe/London',
  }).format(new Date(link_expires_at))
  for (const phrase of [
    'acme asks you for proof',
    'Your reference: loan-20417',
    'the last 7 months',
    'before you agree',
    'stop sharing or delete your data',
    until,
    'ignore this message',
  ])
    for (const form of [text, html]) expect(form).toContain(phrase)
  expect(html).toContain(`href="${link}"`)
  // Without it, mail apps of phones lay the mail out for a desktop, and its text is tiny.
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  // The mail contains no external resources, and no personal data in case it reaches the wrong recipient.
  expect(html).not.toMatch(/<img|src=|url\(|Wilhelmina|Oakapple/)
  expect(text).not.toMatch(/Wilhelmina|Oakapple/)
  const opened = await api.anonymous('POST', '/journeys/sessions', { code })
  expect(opened).toMatchObject({ status: 201, body: { link_expires_at } })

  await expect.poll(() => sql('select id from outgoing_mails')).toEqual([])
  expect(await tablesWith(email)).toEqual([])
})

test('sends Welsh mails in the client’s colour and escapes its name', async () => {
  const client_display_name = 'Cyllid <b>Afon</b> & Meibion'
  await rival('PATCH', '/configuration', { client_display_name, brand_colour: '#ffd500' })
  const { user_id } = await createUser(rival, { payroll_period_months: 2 })
  const email = anAddress()
  await rival('POST', '/journeys/invitations', { user_id, email, language: 'cy' })
  const { subject, text, html } = await readMail(world.inboxUrl, email)
  expect(subject).toBe(`Mae ${client_display_name} yn gofyn i chi rannu eich incwm`)
  expect(text).toContain('y 2 fis diwethaf')
  expect(html).toContain('<html lang="cy">')
  expect(html).toContain('Cyllid &lt;b&gt;Afon&lt;/b&gt; &amp; Meibion')
  // The text is black on yellow, because white would have too little contrast.
  expect(html).toContain('background:#ffd500;color:#000000')
})

test('attaches the client’s logo, so that no host learns when the mail is opened', async () => {
  // One pixel.
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const logos = {
    png: `data:image/png;base64,${picture.toString('base64')}`,
    svg: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`,
  }
  for (const [kind, client_logo] of Object.entries(logos)) {
    await rival('PATCH', '/configuration', { client_logo })
    const { user_id } = await createUser(rival)
    const email = anAddress()
    await rival('POST', '/journeys/invitations', { user_id, email })
    const { html, attachments } = await readMail(world.inboxUrl, email)
    // Mail programs do not show SVG, so the mail has the name only.
    const expected = kind === 'png' ? [{ type: 'image/png', bytes: picture.length }] : []
    expect(attachments).toMatchObject(expected)
    const sources = [...html.matchAll(/src="([^"]+)"/g)].map(([, source]) => source)
    const contentId = attachments[0]?.contentId?.replace(/[<>]/g, '')
    expect(sources).toEqual(kind === 'png' ? [`cid:${contentId}`] : [])
    expect(html).not.toMatch(/url\(|http-equiv/)
  }
  await rival('PATCH', '/configuration', { client_logo: null })
})

test('sends one mail for requests with the same idempotency key', async () => {
  const { user_id } = await createUser(acme)
  const email = anAddress()
  const key = { 'idempotency-key': randomBytes(8).toString('hex') }
  const replies = [await invite({ user_id, email }, key), await invite({ user_id, email }, key)]
  expect(replies.map(({ status }) => status)).toEqual([202, 202])
  expect(replies[1]?.body).toEqual(replies[0]?.body)
  await readMail(world.inboxUrl, email)
  await expect.poll(() => sql('select id from outgoing_mails')).toEqual([])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('limits invitations to five per user and two thousand per client within 24 hours', async () => {
  const { user_id } = await createUser(acme)
  const replies = await Promise.all(Array.from({ length: 8 }, () => invite({ user_id, email: anAddress() })))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 202, 202, 202, 202, 429, 429, 429])
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.headers['x-svc-error-code']).toBe('too-many-invitations')
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(86_000)
  expect(refused?.body.errors).toEqual([`User [${user_id}] was sent 5 links within 24 hours`])

  const countOf = async () =>
    (
      await sql('select count(*)::int from journey_invitations where client_id = $1', [
        world.clients.acme.clientId,
      ])
    )[0].count
  const before = await countOf()
  await acme('DELETE', `/users/${user_id}`)
  expect(await countOf(), 'erased users still count').toBe(before)

  await sql(
    `insert into journey_invitations (client_id, created_at)
       select $1, now() - interval '23 hours' from generate_series(1, $2::int)`,
    [world.clients.acme.clientId, 2_000 - before],
  )
  const other = await createUser(acme)
  const late = await invite({ user_id: other.user_id, email: anAddress() })
  expect([late.status, late.headers['x-svc-error-code']]).toEqual([429, 'too-many-invitations'])
  expect(Number(late.headers['retry-after'])).toBeLessThanOrEqual(3_600)
  // Each client has its own limit.
  const theirs = await createUser(rival)
  const body = { user_id: theirs.user_id, email: anAddress() }
  expect((await rival('POST', '/journeys/invitations', body)).status).toBe(202)

  await sql(`update journey_invitations set created_at = now() - interval '25 hours'`)
  await database.system(purgeOldInvitations)
  expect(await sql('select id from journey_invitations')).toEqual([])
  expect((await invite({ user_id: other.user_id, email: anAddress() })).status).toBe(202)
})

test('encrypts the address of a queued mail and deletes it with the user or after eight days', async () => {
  // Only the API runs, without a worker that sends mails.
  const apiOnly = await startApi({}, 'api')
  const email = anAddress()
  const one = await createUser(apiOnly.acme)
  const other = await createUser(apiOnly.acme)
  for (const { user_id } of [one, other])
    expect((await apiOnly.acme('POST', '/journeys/invitations', { user_id, email })).status).toBe(202)
  const listQueued = async () =>
    (await apiOnly.sql('select user_id, sealed from outgoing_mails')).map(({ user_id, sealed }) => {
      expect(Buffer.from(sealed).includes(email)).toBe(false)
      return user_id
    })
  expect((await listQueued()).sort()).toEqual([one.user_id, other.user_id].sort())
  await apiOnly.acme('DELETE', `/users/${one.user_id}`)
  expect(await listQueued()).toEqual([other.user_id])
  expect(await apiOnly.sql(`select id from tasks where kind = 'mail.send'`)).toHaveLength(1)
  await apiOnly.sql(`update outgoing_mails set created_at = now() - interval '8 days'`)
  const { database: apiOnlyDatabase } = await openCoreDependencies(apiOnly.config)
  await apiOnlyDatabase.system(deleteOldMails)
  await apiOnlyDatabase.close()
  expect(await listQueued()).toEqual([])
})
