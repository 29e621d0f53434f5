import { expect, test } from 'vitest'
import { listLanes } from './lanes.ts'
import { requireMailServer, selectLanes } from './roles.ts'

const names = (lanes: { name: string }[]) => lanes.map(({ name }) => name)
const allLanes = names(listLanes(''))

test('all with lanes runs only these and dispatches every lane, so that a separate reader gets its tasks', () => {
  const { worker, dispatcher } = selectLanes('all', 'extract:depth=8', ['mail', 'deliver'])
  expect(names(worker).sort()).toEqual(['deliver', 'mail'])
  expect(names(dispatcher)).toEqual(allLanes)
  expect(dispatcher.find(({ name }) => name === 'extract')?.maxDepth).toBe(8)
})

test('all without lanes runs and dispatches every lane', () => {
  const { worker, dispatcher } = selectLanes('all', '', [])
  expect([names(worker), names(dispatcher)]).toEqual([allLanes, allLanes])
})

test('other roles are limited to the named lanes', () => {
  expect(names(selectLanes('worker', '', ['extract']).worker)).toEqual(['extract'])
  expect(names(selectLanes('dispatcher', '', ['extract']).dispatcher)).toEqual(['extract'])
  expect(() => selectLanes('worker', '', ['nonsense'])).toThrow('Unknown lane [nonsense]')
})

test.each([
  ['all', [], true],
  ['worker', ['mail'], true],
  ['worker', ['erase', 'mail'], true],
  ['worker', ['extract'], false],
  ['api', [], false],
  ['dispatcher', [], false],
] as const)('%s %s needs a mail server: %s', (role, lanes, isNeeded) => {
  const check = () => requireMailServer(role, selectLanes(role, '', lanes).worker, undefined)
  if (isNeeded) expect(check).toThrow('SMTP_URL: is required by workers of the lane mail')
  else expect(check).not.toThrow()
  requireMailServer(role, selectLanes(role, '', lanes).worker, 'smtps://mail.example')
})
