import { eventKinds } from '@payproof/sdk/webhooks'
import { expect, test } from 'vitest'
import { EventKind } from '../../server/src/features/webhooks/schemas.ts'
import { commands } from '../src/commands/all.ts'

const hint = 'run npm run generate, and take the list from eventKinds of @payproof/sdk/webhooks'

test('the sdk lists every event kind of the server', () => {
  expect(eventKinds, `sdk/src/types.ts differs from EventKind of the server: ${hint}`).toEqual(
    EventKind.options,
  )
})

test('every event kind of the server can be triggered', () => {
  const triggers = commands.flatMap(({ name }) => (name.startsWith('trigger ') ? [name.slice(8)] : []))
  expect(triggers, hint).toEqual(EventKind.options)
})

test('every --event option takes every event kind of the server', () => {
  const withEvent = commands.filter(({ options }) => options.event)
  expect(withEvent.map(({ name }) => name).sort()).toEqual([
    'webhooks create',
    'webhooks listen',
    'webhooks test',
  ])
  for (const { name, options } of withEvent)
    expect(
      options.event?.words,
      `payproof ${name} --event differs from EventKind of the server: ${hint}`,
    ).toEqual(EventKind.options)
})
