import { once } from 'node:events'
import { chmod, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { verifyStandardWebhook } from '@payproof/sdk/webhooks'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { eventually } from '../../server/test/engine.ts'
import { startObjects } from '../../server/test/objects.ts'
import { mailedCode, readMail } from '../../server/test/people.ts'
import { startSandbox } from '../../server/test/sandbox.ts'
import { installProgram, printPayslip, type Said } from './installed.ts'

const [api, installed, paper] = await Promise.all([
  Promise.all([startObjects(), startSandbox()]).then(([{ settings }, { url }]) =>
    startApi({ ...settings, OUTBOUND_LOOPBACK: 'true', SANDBOX_URL: url }),
  ),
  installProgram(),
  printPayslip(),
])
await api.server.listen({ port: 0, host: '127.0.0.1' })
const PAYPROOF_URL = `http://127.0.0.1:${(api.server.server.address() as AddressInfo).port}`
const { apiKey } = api.world.clients.acme
const withKey = { PAYPROOF_URL, PAYPROOF_API_KEY: apiKey }
const credentials = join(installed.home, '.config/payproof/credentials.json')

const soon = <T>(look: () => Promise<T | undefined> | T | undefined | false) => eventually(look)

/** Runs the installed program to its end. */
async function payproof(
  words: string,
  { env = withKey as Record<string, string>, input = '' } = {},
): Promise<Said> {
  const { child, ended } = installed.start(words.split(' '), env)
  child.stdin.end(input)
  return ended
}

/** Returns the JSON output of a command that must succeed. */
async function dataOf(words: string, options = {}) {
  const said = await payproof(`${words} --json`, options)
  expect(said.code, said.stderr).toBe(0)
  return JSON.parse(said.stdout)
}

// Independent tests run concurrently, because starting programs takes most of the time.

// The port of a closed server is an address on which no server listens.
const ended = createServer().listen(0, '127.0.0.1')
await once(ended, 'listening')
const { port: closedPort } = ended.address() as AddressInfo
ended.close()

const person = '--forename Wilhelmina --surname Oakapple --date-of-birth 1988-04-17 --post-code LS14AP'

test.concurrent('the package has one dependency, no source, and runs with the Node of the machine', async () => {
  const folder = join(installed.project, 'node_modules/@payproof/cli')
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  expect(manifest.dependencies).toEqual({ '@payproof/sdk': manifest.version })
  for (const field of ['private', 'devDependencies', 'scripts']) expect(manifest).not.toHaveProperty(field)
  expect((await payproof('--version')).stdout.trim()).toBe(manifest.version)
  expect(await installed.npx('--version')).toBe(manifest.version)
})

test.concurrent('a report is verified offline, and a changed one is refused', async () => {
  const { user_id } = await dataOf(`users create ${person}`)
  const [pdf, keys, changed] = ['report.pdf', 'jwks.json', 'changed.pdf'].map((name) =>
    join(installed.home, name),
  )
  const { rawPayload } = await api.server.inject({
    url: `/users/${user_id}/report/file`,
    headers: { 'x-api-key': apiKey },
  })
  const altered = Buffer.from(rawPayload)
  altered[2_000] = (altered[2_000] ?? 0) ^ 1
  await writeFile(pdf ?? '', rawPayload)
  await writeFile(changed ?? '', altered)
  await writeFile(keys ?? '', (await api.server.inject({ url: '/.well-known/jwks.json' })).body)
  const offline = { env: {} }
  const [verified, online, refused] = await Promise.all([
    dataOf(`verify-report ${pdf} --jwks ${keys}`, offline),
    dataOf(`verify-report ${pdf}`, { env: { PAYPROOF_URL } }),
    payproof(`verify-report ${changed} --jwks ${keys}`, offline),
  ])
  expect(verified).toMatchObject({ verified: true, format: 'pdf', model_id: 'income-1' })
  expect(online).toEqual(verified)
  expect(refused).toMatchObject({
    code: 1,
    stdout: 'Not verified: The file was changed after it was signed.\n',
  })
})

test.concurrent('a person is registered, shown, listed, given a link and erased', async () => {
  const { user_id } = await dataOf(`users create ${person} --ext-id mine-7`)
  const [shown, listed, link, withToken, unsure] = await Promise.all([
    payproof(`users get ${user_id}`),
    payproof('users list --ext-id mine-7'),
    payproof(`users link ${user_id}`),
    dataOf(`users link ${user_id} --show-token`),
    payproof(`users delete ${user_id}`),
  ])
  expect(shown.stdout).toMatch(/^surname +Oakapple$/m)
  expect(listed.stdout.split('\n')[0]).toMatch(/^USER +CREATED +NAME +EXTERNAL ID$/)
  expect(listed.stdout).toContain(user_id)
  expect(link.stdout.trim()).toMatch(/^http:\S+$/)
  expect(withToken.token.split('.')).toHaveLength(3)
  expect(unsure).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })

  expect((await payproof(`users delete ${user_id} --yes`)).code).toBe(0)
  const gone = await payproof(`users get ${user_id}`)
  expect(gone.code).toBe(1)
  expect(gone.stderr).toMatch(/^payproof: .+\n {2}\(404, not-found, request req_[0-9a-f]{32}\)\n$/)
})

test.concurrent('errors are the API’s own, all of them, as text and as data, and the key is in none', async () => {
  const [wrong, refused] = await Promise.all([
    payproof('users create --forename W --months 9999 --json'),
    payproof('whoami', { env: { PAYPROOF_URL, PAYPROOF_API_KEY: 'wrong-but-secret' } }),
  ])
  expect(wrong.code).toBe(1)
  expect(JSON.parse(wrong.stderr)).toMatchObject({
    status: 400,
    code: 'invalid-request',
    request_id: expect.stringMatching(/^req_/),
    errors: expect.arrayContaining([
      expect.stringContaining('surname'),
      expect.stringContaining('date_of_birth'),
    ]),
  })
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('(401, credentials-refused, request req_')
  expect(refused.stderr).toContain('payproof login')
  expect(refused.stderr).not.toContain('wrong-but-secret')
})

test.concurrent.each([
  ['an unknown command', 'users paint', 2, 'unknown command: users paint'],
  ['a typing error', 'users lst', 2, 'Did you mean: payproof users list?'],
  ['an event without a webhook', 'trigger journey-ended', 1, 'No webhook lists journey-ended'],
  ['a raw call to another server', 'get //evil.example/users', 2, 'PATH must start with one /'],
  ['a raw call with a body that is not JSON', 'post /users --data {', 2, '--data is not JSON'],
  ['a missing file', 'documents upload u /nowhere/a.pdf', 2, '/nowhere/a.pdf cannot be read (ENOENT)'],
  [
    'tasks, which the API does not have',
    'tasks list',
    1,
    'On the server: node server/src/main.ts admin tasks list',
  ],
])('%s prints a clear error', async (_, words, code, text) => {
  const said = await payproof(words)
  expect(said).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(text) })
})

test.concurrent('an API that is not there is the network’s fault, and a key is not sent in plain text', async () => {
  const [gone, open, anonymous] = await Promise.all([
    payproof('users list', {
      env: { PAYPROOF_URL: `http://127.0.0.1:${closedPort}`, PAYPROOF_API_KEY: apiKey },
    }),
    payproof('users list', { env: { PAYPROOF_URL: 'http://api.example', PAYPROOF_API_KEY: apiKey } }),
    payproof('users list', { env: { PAYPROOF_CREDENTIALS: '/nowhere/x' } }),
  ])
  expect(gone).toMatchObject({ code: 3, stderr: expect.stringContaining('(no-answer, ECONNREFUSED)') })
  expect(open).toMatchObject({ code: 2, stderr: expect.stringContaining('is not encrypted') })
  expect(anonymous).toMatchObject({ code: 2, stderr: expect.stringContaining('payproof login') })
})

test.concurrent('a member signs in with a mailed code; the token is kept for them alone and goes to one address', async () => {
  const { acme, anonymous, world } = api
  const [email, password] = ['marlow@team.example', 'correct horse battery staple']
  await acme('POST', '/members', { email, role: 'FullMember' })
  const [, code] = mailedCode.invitation.exec((await readMail(world.inboxUrl, email, /invited/)).text) ?? []
  await anonymous('POST', `/members/invitations/${code}/accept`, { name: 'Marlow', password })

  const env = { PAYPROOF_URL }
  const { child, ended } = installed.start(['login', '--email', email], env)
  child.stdin.write(`${password}\n`)
  // The code is mailed after the password check, which takes a while on a busy machine.
  const mail = await soon(() => readMail(world.inboxUrl, email, /code/i).catch(() => undefined))
  child.stdin.write(`${mailedCode.mfa.exec(mail.text)?.[1]}\n`)
  const said = await ended
  expect(said.code, said.stderr).toBe(0)
  const { member_token } = JSON.parse(await readFile(credentials, 'utf8'))
  expect(said.stdout + said.stderr).not.toContain(member_token)
  expect((await stat(credentials)).mode & 0o777).toBe(0o600)

  const [known, elsewhere] = await Promise.all([
    dataOf('whoami', { env: {} }),
    payproof('users list', { env: { PAYPROOF_URL: 'https://api.example' } }),
  ])
  expect(known).toMatchObject({ url: PAYPROOF_URL, email, credential: 'member', from: credentials })
  expect(elsewhere).toMatchObject({ code: 2, stderr: expect.stringContaining('You are signed in to') })

  await chmod(credentials, 0o640)
  const open = await payproof('whoami', { env })
  expect(open).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('chmod 600') })
  await payproof('logout', { env })
  await expect(stat(credentials)).rejects.toThrow('ENOENT')

  const key = await payproof('login --api-key', { env, input: `${apiKey}\n` })
  expect(key.code, key.stderr).toBe(0)
  expect(key.stdout + key.stderr).not.toContain(apiKey)
  expect(JSON.parse(await readFile(credentials, 'utf8'))).toEqual({ url: PAYPROOF_URL, api_key: apiKey })
})

test('the first hour: listen, upload a payslip, see it verified and forwarded, and nothing stays behind', async () => {
  const arrived: { headers: IncomingHttpHeaders; body: string }[] = []
  const own = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    arrived.push({ headers: request.headers, body })
    response.writeHead(202).end()
  })
  await new Promise<void>((ready) => own.listen(0, '127.0.0.1', ready))
  atEnd(() => own.close())
  const forward = `http://127.0.0.1:${(own.address() as AddressInfo).port}/hooks`
  const secretFile = join(installed.root, 'hook-secret')
  const listening = installed.start(
    ['webhooks', 'listen', '--forward', forward, '--secret-file', secretFile, '--json'],
    withKey,
  )
  const { user_id } = await dataOf(`users create ${person} --payslip-upload`)
  const letter = join(installed.root, 'letter.pdf')
  await writeFile(letter, 'Dear all')

  const early = await payproof(`documents upload ${user_id} ${paper}`)
  expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('payproof users authorise') })
  await dataOf(`users authorise ${user_id}`)
  await soon(() => listening.said.stderr.includes('listens at'))
  const read = await payproof(`documents upload ${user_id} ${paper} ${letter}`)
  expect(read.stdout, read.stderr).toMatch(
    /^FILE +PAID +EMPLOYER +GROSS +NET +TRUST\n\S+\.pdf +\d{4}-\d\d-\d\d .+\n\nREJECTED FILE +REASON +CODE\nletter\.pdf +.+not-a-pdf$/m,
  )
  expect(read.code).toBe(1)

  await soon(() => listening.said.stdout.includes('\n'))
  const event = JSON.parse(listening.said.stdout)
  expect(event).toMatchObject({
    attempt: 1,
    is_test: false,
    forwarded: { status: 202 },
    body: { event: 'user-payroll-submitted', user_id },
  })
  const [{ headers, body } = { headers: {}, body: '' }] = arrived
  const secret = (await readFile(secretFile, 'utf8')).trim()
  expect(verifyStandardWebhook(body, headers, secret)).toBe(true)
  expect((await stat(secretFile)).mode & 0o777).toBe(0o600)
  expect(headers).toMatchObject({ 'x-svc-delivery-id': event.delivery_id, 'x-svc-attempt': '1' })

  const [hook] = await dataOf('webhooks list')
  const tried = await payproof(`webhooks test ${hook.webhook_id}`)
  expect(tried, tried.stderr).toMatchObject({ code: 0, stdout: expect.stringMatching(/^state +delivered$/m) })
  const deliveries = await dataOf(`webhooks deliveries ${hook.webhook_id}`)
  expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(['delivered', 'delivered'])
  expect((await payproof(`webhooks redeliver ${hook.webhook_id} ${event.delivery_id}`)).code).toBe(0)
  await soon(() => arrived.length === 3)
  const forged = await fetch(hook.url, { method: 'POST', body, headers: { 'webhook-id': 'x' } })
  expect(forged.status).toBe(400)
  expect(arrived).toHaveLength(3)

  listening.child.kill('SIGINT')
  const ended = await listening.ended
  expect(ended.code, ended.stderr).toBe(0)
  expect(ended.stdout + ended.stderr).not.toContain(secret)
  expect((await api.acme('GET', '/webhooks')).body.webhooks).toEqual([])

  const [paid, [document]] = await Promise.all([
    payproof(`payroll list ${user_id}`),
    dataOf(`documents list ${user_id}`),
  ])
  expect(paid.stdout).toContain('Payslip (via Doc Scan)')
  const copy = join(installed.root, 'copy.pdf')
  await dataOf(`documents download ${document.id} --to ${copy}`)
  expect(await readFile(copy)).toEqual(await readFile(paper))
  expect(await payproof(`documents download ${document.id} --to ${copy}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already exists'),
  })
  const exported = join(installed.root, 'export.json')
  await dataOf(`documents export ${document.id} --to ${exported}`)
  expect(JSON.parse(await readFile(exported, 'utf8'))).toMatchObject({
    format: 'payproof-document-export',
    version: 1,
    document: { document_id: document.id, revision: 0 },
    file_contents: (await readFile(paper)).toString('base64'),
  })
})

test.concurrent('raw calls use the same credentials and report the same errors', async () => {
  const body = { forename: 'W', surname: 'Oakapple', date_of_birth: '1988-04-17', post_codes: ['LS14AP'] }
  const data = JSON.stringify({ ...body, payroll_period_months: 3 })
  const file = join(installed.root, 'user.json')
  await writeFile(file, data)
  const made = await Promise.all([
    dataOf(`post /users --data ${data}`),
    dataOf(`post /users --data @${file}`),
    dataOf('post /users --data -', { input: data }),
  ])
  const [{ user_id }] = made
  expect(new Set(made.map((user) => user.user_id)).size).toBe(3)
  expect(await dataOf(`get /users/${user_id}`)).toMatchObject({ user_id, surname: 'Oakapple' })
  // This operation can be called only with a user token.
  expect(await dataOf(`get /journeys/current/shared --user ${user_id}`)).toMatchObject({ accounts: [] })
  expect((await payproof('get /journeys/current/shared')).code).toBe(1)
  const gone = await payproof('get /users/00000000-0000-4000-8000-000000000000')
  expect(gone.code).toBe(1)
  expect(gone.stderr).toMatch(/^payproof: .+\n {2}\(404, not-found, request req_[0-9a-f]{32}\)\n$/)
  for (const list of ['taxauth list', 'bankstatements list'])
    expect(await payproof(`${list} ${user_id}`)).toMatchObject({ code: 0, stdout: 'No results.\n' })
})

test.concurrent('the sandbox shows its people and its clock', async () => {
  const people = await payproof('sandbox people --search oakapple')
  expect(people.stdout).toMatch(/^USER NAME +NAME +ABOUT\nwilhelmina\.oakapple /)
  const { today } = await dataOf('sandbox clock')
  expect(await dataOf('sandbox clock --advance P1D')).not.toMatchObject({ today })
  expect(await dataOf('sandbox clock --reset')).toMatchObject({ today })
  expect((await payproof('sandbox clock --reset --advance P1D')).code).toBe(2)
})

test('a triggered event reaches the listener, and real ones are in the feed', async () => {
  const listening = installed.start(['webhooks', 'listen', '--json'], withKey)
  await soon(() => listening.said.stderr.includes('listens at'))
  const sent = await payproof('trigger account-status-changed')
  expect(sent, sent.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('delivered') })
  await soon(() => listening.said.stdout.includes('\n'))
  expect(JSON.parse(listening.said.stdout)).toMatchObject({
    is_test: true,
    body: { event: 'account-status-changed', status: 'EXPIRED' },
  })

  const { user_id } = await dataOf(`users create ${person}`)
  const { id } = await dataOf(`users authorise ${user_id}`)
  expect((await api.acme('PUT', `/authorisations/${id}/revoke`)).status).toBe(200)
  const feed = await soon(async () => {
    const read = await dataOf('events --limit 500')
    return read.events.some(({ body }: { body: { user_id: string } }) => body.user_id === user_id) && read
  })
  expect(feed.events.at(-1).body).toMatchObject({ event: 'authorisation-revoked', withdrawn_by: 'client' })
  const rest = await payproof(`events --cursor ${feed.cursor}`)
  expect(rest.stdout).toMatch(/^No results\.\n\nContinue with --cursor \S+\n$/)
  listening.child.kill('SIGINT')
  expect((await listening.ended).code).toBe(0)
})

test('a listener removes webhooks of killed listeners only, and ends after the given count', async () => {
  const leave = async (name: string) => {
    const hook = { name, url: 'http://127.0.0.1:19/x', events: ['user-taxauth-data-submitted'] }
    return (await api.acme('POST', '/webhooks', hook)).body.webhook_id as string
  }
  const left = await leave(`payproof listen on ${hostname()}, process 999999999`)
  const others = [
    await leave(`payproof listen on ${hostname()}, process ${process.pid}`),
    await leave('payproof listen on another, process 999999999'),
  ]
  const listening = installed.start(['webhooks', 'listen', '--count', '1'], withKey)
  await soon(() => listening.said.stderr.includes('listens at'))
  const { webhooks } = (await api.acme('GET', '/webhooks')).body
  const ids = webhooks.map((hook: { webhook_id: string }) => hook.webhook_id)
  expect(ids).not.toContain(left)
  expect(ids).toEqual([expect.any(String), ...others.toReversed()])

  await api.acme('POST', `/webhooks/${ids[0]}/test`, {})
  const { code, stdout } = await listening.ended
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^\d\d:\d\d:\d\d {2}user-payroll-submitted {2}user \S+ {2}delivery \S+ \(try 1, test\)\n$/,
  )
})

test('journeys are counted, and a user without accounts gets an empty list', async () => {
  const [funnel, { user_id }] = await Promise.all([
    payproof('journeys funnel'),
    dataOf(`users create ${person}`),
  ])
  expect(funnel.stdout).toMatch(/^SCREEN +JOURNEYS\nwelcome +0$/m)
  expect((await payproof(`accounts list ${user_id}`)).stdout).toBe('No results.\n')
})
