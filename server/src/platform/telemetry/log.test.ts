import { once } from 'node:events'
import { connect } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, inject, test } from 'vitest'
import { cloneDatabase, runSql } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { aUser } from '../../../test/people.ts'
import { startApiProcess } from '../../../test/processes.ts'
import { environmentFor } from '../../../test/template.ts'

const world = inject('world')
const database = await cloneDatabase(world)
atEnd(database.drop)
const sql = (text: string, values?: unknown[]) => runSql(database.superuserUrl, text, values)

/** Starts a mail server that quotes the rejected address, as real mail servers do. */
async function startRejectingMailServer() {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(new Error(`no such mailbox ${address}`)),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  atEnd(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`
}

test('logs no personal data and no credentials, whatever fails', async () => {
  const api = await startApiProcess(
    {
      ...environmentFor(world, database.name),
      LOG_LEVEL: 'debug',
      SMTP_URL: await startRejectingMailServer(),
    },
    'all',
  )
  const { apiKey, ownerPassword } = world.clients.acme
  const acme = api.withKey(apiKey)
  const statuses = new Set<number>()
  const planted: string[] = [apiKey, ownerPassword]
  const canary = (name: string) => {
    const value = `Canary${name}${planted.length}`
    planted.push(value)
    return value
  }
  const send = async (...args: Parameters<typeof acme>) => {
    const reply = await acme(...args)
    statuses.add(reply.status)
    return reply
  }

  // Successful requests.
  const headers = {
    'user-agent': canary('Agent'),
    cookie: `session=${canary('Cookie')}`,
    referer: `https://x.example/${canary('Referer')}`,
    'x-request-id': canary('RequestId'),
    'idempotency-key': canary('Idempotency'),
    'x-forwarded-for': canary('Forwarded'),
  }
  const person = aUser({ forename: canary('Forename'), surname: canary('Surname'), ext_id: canary('ExtId') })
  const { body: user } = await send('POST', '/users', person, headers)
  await send('GET', `/users?ext_id=${canary('Query')}`, undefined, headers)
  const { body: token } = await send('POST', '/user-tokens', { user_id: user.user_id })
  planted.push(token.token, token.webapp_link.split('/r/')[1])
  await api.withToken(token.token)('GET', '/providers')
  await send('POST', '/authorisations', { user_id: user.user_id, user_agent: canary('Consent') })
  const signedIn = await api.anonymous('POST', '/members/signin', {
    username: 'owner@acme.example',
    password: world.clients.acme.ownerPassword,
  })
  planted.push(signedIn.body.jwt)
  const { body: made } = await api.withToken(signedIn.body.jwt)('POST', '/api-keys', {
    name: canary('KeyName'),
  })
  planted.push(made.key)

  // Client errors.
  await send('POST', '/users', aUser({ forename: 7, [canary('Field')]: canary('Value') }))
  await send('GET', `/users?${canary('Parameter')}=${canary('Parameter')}&limit=${canary('Limit')}`)
  await send('GET', `/users/${canary('Path')}`)
  await send('GET', `/${canary('Route')}`)
  await send('GET', `/users/${canary('Encoded')}%zz`)
  await send('GET', `/users/${canary('Long').repeat(30)}`)
  const bothCredentials = { ...headers, authorization: `Bearer ${canary('Bearer')}` }
  statuses.add((await api.withToken(canary('Token'))('GET', '/users', undefined, headers)).status)
  statuses.add((await api.withKey(canary('Key'))('GET', '/users', undefined, bothCredentials)).status)
  const username = `${canary('Name')}@team.example`
  statuses.add(
    (await api.anonymous('POST', '/members/signin', { username, password: canary('Password') })).status,
  )
  await api.anonymous('POST', '/members/password-reset/confirm', {
    code: canary('Code'),
    password: `${canary('NewPassword')} of a good length`,
  })
  for (const [type, text] of [
    ['application/json', `{"forename": "${canary('BrokenJson')}`],
    ['application/json', JSON.stringify(canary('JsonText'))],
    ['text/plain', canary('Plain')],
    ['application/json', `"${canary('Large').repeat(200_000)}"`],
  ] as const) {
    const reply = await fetch(`${api.address}/users`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': type },
      body: text,
    })
    statuses.add(reply.status)
  }
  await sendBroken(api.address, `GET /${canary('RawPath')} HTTP/9.9\r\nX-Raw: ${canary('RawHeader')}\r\n\r\n`)
  await sendBroken(api.address, `GET / HTTP/1.1\r\nX-Raw: ${canary('BigHeader').repeat(3_000)}\r\n\r\n`)

  // Server errors: a rejected e-mail, a row that cannot be decrypted, a failing trigger and a reply that does not
  // match its schema.
  const email = `${canary('Mail')}@team.example`
  await send('POST', '/members', { email, role: 'Support' })
  await expect.poll(api.output).toContain('task failed')
  await sql('update users set sealed = $1 where id = $2', [
    Buffer.from(`\u0001${canary('Sealed')}`),
    user.user_id,
  ])
  await send('GET', `/users/${user.user_id}`, undefined, headers)
  await sql(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$;
    create trigger refuse before update on users for each row execute function refuse();
    alter table authorisation_terms add constraint short check (length(name) < 5) not valid;`)
  await send('PATCH', `/users/${user.user_id}`, { forename: canary('Trigger') })
  await send('POST', '/authorisations/terms', {
    name: canary('TermName'),
    authorisation_text: canary('TermText'),
    authorisation_category: 'one_time',
  })
  await sql(`update configurations set recurring_check_frequency = '${canary('Frequency')}'`)
  await send('GET', '/configuration')

  expect([...statuses].sort()).toEqual([200, 201, 400, 401, 404, 413, 415, 500])
  api.signal('SIGTERM')
  expect(await api.ended).toMatchObject({ code: 0 })
  const output = api.output()
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.filter(({ msg }) => msg === 'request').length).toBeGreaterThan(20)
  expect(lines.filter(({ msg }) => msg === 'unexpected error').length).toBeGreaterThanOrEqual(4)
  const leaked = planted.filter((secret) => encodingsOf(secret).some((text) => output.includes(text)))
  expect(leaked).toEqual([])
})

function encodingsOf(secret: string) {
  const bytes = Buffer.from(secret)
  // Base64 depends on the byte offset modulo 3, so the middle part is compared at each of the three alignments.
  const encoded = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
    return text.slice(shift === 0 ? 0 : 4, -2)
  })
  return [secret, secret.toLowerCase(), bytes.toString('hex'), encodeURIComponent(secret), ...encoded]
}

async function sendBroken(address: string, bytes: string) {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.resume()
  await once(socket, 'close')
}
