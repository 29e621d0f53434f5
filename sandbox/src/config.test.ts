import { expect, test } from 'vitest'
import { readSettings } from './config.ts'

test('defaults to loopback only and real time', () => {
  expect(readSettings({})).toEqual({
    host: '127.0.0.1',
    port: 8090,
    seed: 'payproof',
    redirectUris: [],
    serviceUrls: ['http://127.0.0.1:8080'],
  })
})

test('reads every setting', () => {
  const settings = readSettings({
    PORT: '0',
    HOST: '0.0.0.0',
    SEED: 'another',
    CLOCK: '2026-06-15T09:00:00Z',
    CONTROL_KEY: 'a key of sixteen letters',
    BASE_URL: 'https://sandbox.example/',
    REDIRECT_URIS: 'https://a.example/back,https://b.example/back',
    SERVICE_URL: 'https://api.example/,http://127.0.0.1:8081',
  })
  expect(settings).toEqual({
    host: '0.0.0.0',
    port: 0,
    seed: 'another',
    startsAt: new Date('2026-06-15T09:00:00Z'),
    controlKey: 'a key of sixteen letters',
    baseUrl: 'https://sandbox.example',
    redirectUris: ['https://a.example/back', 'https://b.example/back'],
    serviceUrls: ['https://api.example', 'http://127.0.0.1:8081'],
  })
})

test('reports all invalid settings at once', () => {
  const read = () => readSettings({ PORT: '70000', CLOCK: 'yesterday', CONTROL_KEY: 'short', BASE_URL: 'no' })
  for (const name of ['PORT', 'CLOCK', 'CONTROL_KEY', 'BASE_URL']) expect(read).toThrow(name)
})

test.each(['0.0.0.0', '::', '192.0.2.7', 'sandbox.example', '127.example.com'])(
  'refuses to start on %s without a control key',
  (HOST) => {
    expect(() => readSettings({ HOST })).toThrow('CONTROL_KEY')
    expect(readSettings({ HOST, CONTROL_KEY: 'a key of sixteen letters' }).host).toBe(HOST)
  },
)

test.each(['127.0.0.1', '127.0.0.2', 'localhost', '::1'])('does not require a control key on %s', (HOST) => {
  expect(readSettings({ HOST }).host).toBe(HOST)
})
