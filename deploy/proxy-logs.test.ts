import { readFileSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startBalancer } from '../dev/services/balancer.ts'
import { choosePort } from '../dev/services/ports.ts'
import { startRouter } from '../dev/services/router.ts'
import { makeTestFolder } from '../dev/services/test-folder.ts'
import { atEnd } from '../server/test/at-end.ts'

/** Nothing listens there, so every request fails and is logged. */
const nowhere = `127.0.0.1:${await choosePort(undefined)}`
const code = 'a01b2c3d4eTHIS_CODE_IS_STILL_VALID-0123456789'
const folder = makeTestFolder()
atEnd(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['load balancer', () => startBalancer({ folder: `${folder}/api`, apis: [nowhere] })],
  ['cell router', () => startRouter({ folder: `${folder}/router`, cells: { a0: nowhere } })],
])('the %s logs failed requests without the codes in their paths', async (_, start) => {
  const proxy = await start()
  atEnd(proxy.stop)
  for (const path of [`/r/${code}`, `/reminders/${code}`, `/members/invitations/${code}/accept`, '/users'])
    expect((await fetch(proxy.url + path, { method: 'POST' })).status).toBe(503)
  const log = () => readFileSync(proxy.logFile, 'utf8')
  await expect.poll(log).toContain('POST /users ')
  expect(log()).toContain('POST /r/*** ')
  expect(log()).toContain('POST /reminders/*** ')
  expect(log()).toContain('POST /members/invitations/***/accept ')
  expect(log()).not.toContain('STILL_VALID')
})
