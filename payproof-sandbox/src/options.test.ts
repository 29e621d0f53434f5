import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('has a folder for data and no fixed ports by default', () => {
  const { folder, host, ports, help, version } = readOptions([])
  expect(folder).toMatch(/payproof-sandbox$/)
  expect({ host, ports, help, version }).toEqual({
    host: '127.0.0.1',
    ports: { api: undefined, sandbox: undefined, inbox: undefined },
    help: false,
    version: false,
  })
})

test('reads folder, ports and address', () => {
  const args = [
    '--data',
    '/tmp/x',
    '--port',
    '1',
    '--sandbox-port=2',
    '--mail-port',
    '3',
    '--host',
    '0.0.0.0',
  ]
  expect(readOptions(args)).toMatchObject({
    folder: '/tmp/x',
    host: '0.0.0.0',
    ports: { api: 1, sandbox: 2, inbox: 3 },
  })
})

test.each([['--port', '0'], ['--port', 'http'], ['--sandbox-port', '65536'], ['--nonsense']])(
  'rejects %s %s',
  (...args) => {
    expect(() => readOptions(args)).toThrow(args[0])
  },
)
