import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { aMember, asOwner, readMail } from '../../../test/people.ts'
import { runAdmin } from '../../admin/commands.ts'

// Findings 8 and 11 of the security review: administrators were not told of new keys and webhooks.

const api = await startApi()
const { acme, sql, world } = api
const owner = await asOwner(api, 'acme')
const admin = await aMember(api, acme, 'Admin')
const fullMember = await aMember(api, acme, 'FullMember')
const administrators = ['owner@acme.example', admin.email]

const newName = () => `name ${randomBytes(5).toString('hex')}`
const newWebhook = (name: string) => ({
  name,
  events: ['user-payroll-submitted'],
  url: 'https://lender.example/hook',
})

beforeAll(() => sql('delete from notice_counts'))

/** Reads the notice that every administrator gets, and only they. */
async function readNotices(subject: RegExp, about: string) {
  const mails = await Promise.all(administrators.map((to) => readMail(world.inboxUrl, to, subject, about)))
  expect(await mailsTo(fullMember.email, about)).toBe(0)
  return mails[0]?.text ?? ''
}

async function mailsTo(to: string, about: string) {
  const reply = await fetch(`${world.inboxUrl}/messages?to=${encodeURIComponent(to)}`)
  const { messages } = (await reply.json()) as { messages: { text: string }[] }
  return messages.filter(({ text }) => text.includes(about)).length
}

test('security finding 11: administrators are notified of a new and of a deleted API key', async () => {
  const name = newName()
  const { body } = await owner('POST', '/api-keys', { name })
  const created = await readNotices(/^An API key was created$/, name)
  expect(created).toContain(`the API key ${body.prefix}… with the name "${name}" was created`)
  expect(created).toContain('by a member of your team')
  expect(created).not.toContain(body.key)
  expect((await owner('DELETE', `/api-keys/${body.id}`)).status).toBe(200)
  await readNotices(/^An API key was deleted$/, name)
})

test('security finding 11: administrators are notified of a key that the operator creates or revokes', async () => {
  const name = newName()
  const created = await runAdmin(api.config, ['create-api-key', '--client', 'acme', '--name', name])
  const text = await readNotices(/^An API key was created$/, name)
  expect(text).toContain('by the operator of the service')
  const { prefix } = created as { prefix: string }
  await runAdmin(api.config, ['revoke-api-key', '--client', 'acme', '--prefix', prefix])
  await readNotices(/^An API key was deleted$/, name)
})

test('security finding 8: administrators are notified of a new webhook, a changed URL and a rotated secret', async () => {
  const name = newName()
  const { body } = await acme('POST', '/webhooks', newWebhook(name))
  const created = await readNotices(/^A webhook was created$/, name)
  expect(created).toContain('https://lender.example/hook')
  expect(created).toContain('by an API key')
  const path = `/webhooks/${body.webhook_id}`
  const other = newName()
  expect((await acme('PATCH', path, { name: other })).status).toBe(200)
  expect((await acme('PATCH', path, { url: 'https://elsewhere.example/hook' })).status).toBe(200)
  const moved = await readNotices(/^The URL of a webhook was changed$/, other)
  expect(moved).toContain('from https://lender.example/hook to https://elsewhere.example/hook')
  const signing_secret = 'a secret that is not in the mail'
  expect((await acme('POST', `${path}/rotate`, { signing_secret })).status).toBe(200)
  const rotated = await readNotices(/^A secret of a webhook was rotated$/, other)
  expect(rotated).not.toContain(signing_secret)
  // A new name alone sends nothing.
  expect(await mailsTo(admin.email, other)).toBe(2)
})

test('security finding 8: a flood of changes sends 50 notices a day, and the last one says so', async () => {
  const rivalOwner = await asOwner(api, 'rival')
  const create = async () => {
    const name = newName()
    const { body } = await rivalOwner('POST', '/webhooks', newWebhook(name))
    await rivalOwner('DELETE', `/webhooks/${body.webhook_id}`)
    return name
  }
  await create()
  await sql('update notice_counts set sent = 49 where client_id = $1', [world.clients.rival.clientId])
  const last = await create()
  const suppressed = await create()
  const { text } = await readMail(world.inboxUrl, 'owner@rival.example', /webhook was created/, last)
  expect(text).toContain('We send no more notices until tomorrow')
  await sql('update notice_counts set day = day - 1 where client_id = $1', [world.clients.rival.clientId])
  const nextDay = await create()
  await readMail(world.inboxUrl, 'owner@rival.example', /webhook was created/, nextDay)
  expect(await mailsTo('owner@rival.example', suppressed)).toBe(0)
})
