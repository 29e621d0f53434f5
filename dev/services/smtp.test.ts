import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from './processes.ts'
import { type Smtp, startSmtp } from './smtp.ts'
import type { CaughtMail } from './smtp-inbox-page.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
let smtp: Smtp

beforeAll(async () => {
  smtp = await startSmtp({ folder })
}, 30_000)

afterAll(async () => {
  await smtp?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because they share one running service.
describe('smtp', { shuffle: false }, () => {
  it('lists mails by recipient and by sequence number', async () => {
    await send({ to: 'Ann@example.test', subject: 'Grüße', text: 'one', html: '<p>one</p>' })
    await send({ to: 'ann@example.test', bcc: 'hidden@example.test', subject: 'two', text: 'second' })
    const [first, second] = await messages('to=ann@example.test')
    expect(first).toMatchObject({ from: 'service@example.test', to: ['Ann@example.test'], subject: 'Grüße' })
    expect(first?.text.trim()).toBe('one')
    expect(first?.html.trim()).toBe('<p>one</p>')
    expect(new Date(first?.receivedAt ?? '').getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(await messages(`after=${first?.seq}`)).toEqual([second])
    expect(await messages('to=hidden@example.test')).toEqual([second])
    expect(await messages('to=nobody@example.test')).toEqual([])
  })

  it('accepts any login', async () => {
    const transport = createTransport({ url: smtp.url.replace('//', '//someone:secret@') })
    await transport.sendMail({ from: 'service@example.test', to: 'login@example.test', text: 'in' })
    transport.close()
    expect(await messages('to=login@example.test')).toHaveLength(1)
  })

  it('rejects a mail over 1 MiB', async () => {
    const sending = send({ to: 'big@example.test', subject: 'big', text: 'x'.repeat(1024 * 1024 + 1) })
    await expect(sending).rejects.toThrow()
    expect(await messages('to=big@example.test')).toEqual([])
  })

  it('keeps the newest 1000 mails', async () => {
    const transport = createTransport({ url: smtp.url, pool: true })
    const mail = { from: 'service@example.test', to: 'many@example.test', text: 'again' }
    await Promise.all(Array.from({ length: 1005 }, () => transport.sendMail(mail)))
    transport.close()
    const kept = await messages('')
    expect(kept).toHaveLength(1000)
    expect(kept.at(-1)?.seq).toBe((kept[0]?.seq ?? 0) + 999)
  })

  it('escapes mail content on the inbox page', async () => {
    const text = 'Sign in: https://pay.test/a?b=1&c=2. <script>alert(1)</script> javascript:alert(1)'
    await send({ to: 'ann@example.test', subject: '<img src=x onerror=alert(1)>', text })
    const page = await (await fetch(smtp.inboxUrl)).text()
    expect(page).toContain('<a href="https://pay.test/a?b=1&amp;c=2" rel="noreferrer">')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<script')
    expect(page).not.toContain('<img')
    expect(page).not.toContain('href="javascript')
  })

  it('rejects requests with a foreign Host header', async () => {
    expect(await statusFor('attacker.test')).toBe(403)
    expect(await statusFor('localhost:1234')).toBe(200)
  })

  it('clears the mails on DELETE without resetting the sequence', async () => {
    const [last] = (await messages('')).slice(-1)
    const answer = await fetch(`${smtp.inboxUrl}/messages`, { method: 'DELETE' })
    expect(answer.status).toBe(204)
    expect(await messages('')).toEqual([])
    await send({ to: 'ann@example.test', subject: 'new', text: 'new' })
    expect((await messages(''))[0]?.seq).toBe((last?.seq ?? 0) + 1)
  })

  it('leaves no process after stop', async () => {
    const pids = smtp.pids()
    expect(pids).toHaveLength(1)
    await smtp.stop()
    expect(pids.filter(isAlive)).toEqual([])
  })
})

type NewMail = { to: string; bcc?: string; subject: string; text: string; html?: string }

async function send(mail: NewMail): Promise<void> {
  const transport = createTransport({ url: smtp.url })
  try {
    await transport.sendMail({ from: 'Service <service@example.test>', ...mail })
  } finally {
    transport.close()
  }
}

async function messages(query: string): Promise<CaughtMail[]> {
  const answer = await fetch(`${smtp.inboxUrl}/messages?${query}`)
  return ((await answer.json()) as { messages: CaughtMail[] }).messages
}

function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${smtp.inboxUrl}/messages`, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}
