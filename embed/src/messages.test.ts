import type { JourneyEvent as Counted } from '@payproof/sdk'
import { expect, expectTypeOf, test } from 'vitest'
import type { EventName, MfaKind, Source, View } from './events.ts'
import { boundedHeight, frameAddress, isEvent, isOurs } from './messages.ts'

test.each([
  [700.2, 701],
  [10, 320],
  [-5, 320],
  [1e9, 5_000],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['700', undefined],
  [undefined, undefined],
])('a frame that asks to be %s high is made %s', (requested, given) => {
  expect(boundedHeight(requested)).toBe(given)
})

test('the frame has the address of the link, with the language if one is asked for', () => {
  const link = 'https://api.example/r/abc'
  expect(frameAddress(link).href).toBe(link)
  expect(frameAddress(link, 'cy').href).toBe(`${link}?language=cy`)
  expect(frameAddress('http://127.0.0.1:8080/r/abc').origin).toBe('http://127.0.0.1:8080')
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://api.example/x',
  '/r/abc',
  '',
  'about:blank',
])('the link %s is refused', (link) => {
  expect(() => frameAddress(link)).toThrow(TypeError)
})

const event = {
  payproof: 1,
  name: 'view',
  view: 'welcome',
  id: '1b0b1e0e-0000-4000-8000-000000000000',
  at: '2026-11-16T00:00:00Z',
}

test.each([
  null,
  'payproof',
  1,
  [],
  {},
  { name: 'view' },
  { ...event, payproof: 2 },
  { payproof: 1, name: 7 },
])('the message %j is not ours', (message) => {
  expect(isOurs(message)).toBe(false)
})

test.each([
  [event, true],
  [{ ...event, name: 'hello' }, false],
  [{ ...event, name: 'toString' }, false],
  [{ ...event, id: undefined }, false],
  [{ ...event, at: 5 }, false],
])('%j is an event: %s', (message, answer) => {
  expect(isOurs(message) && isEvent(message)).toBe(answer)
})

test('event values are those the service counts', () => {
  type Of<Name> = Extract<Counted, { name: Name }>
  expectTypeOf<Counted['name']>().toEqualTypeOf<EventName>()
  expectTypeOf<Of<'view'>['view']>().toEqualTypeOf<View>()
  expectTypeOf<Of<'exit'>['last_view']>().toEqualTypeOf<View | null>()
  expectTypeOf<Of<'source_selected'>['source']>().toEqualTypeOf<Source>()
  expectTypeOf<Of<'mfa_required'>['kind']>().toEqualTypeOf<MfaKind>()
})
