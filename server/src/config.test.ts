import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'payproof-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const needed = {
  BASE_URL: 'https://pay.example/',
  DATABASE_URL: 'postgres://payproof_login@db.example/payproof',
  NATS_URL: 'nats://nats.example:4222',
  ROOT_KEY: 'file:///keys/root',
  SMTP_URL: 'smtp://mail.example',
}

function aFile(text: string) {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, text)
  return path
}

test('a setting may stand in a file, whose last line end does not count', () => {
  const { DATABASE_URL, ...others } = needed
  const config = readConfig({ ...others, DATABASE_URL_FILE: aFile(`${DATABASE_URL}\n`) })
  expect(config.DATABASE_URL).toBe(DATABASE_URL)
  expect(config.BASE_URL).toBe('https://pay.example')
})

test('NATS may be one node or several', () => {
  const three = 'nats://a.example:4222,tls://b.example:4222,nats://c.example:4222'
  expect(readConfig({ ...needed, NATS_URL: three }).NATS_URL).toBe(three)
  for (const wrong of ['', 'http://a.example', 'nats://a.example:4222,', 'nats://a.example,http://b.example'])
    expect(() => readConfig({ ...needed, NATS_URL: wrong })).toThrow('NATS_URL: must be nats://')
})

test('a setting that names a file itself is not read as one', () => {
  const { OUTBOUND_CA_FILE } = readConfig({ ...needed, OUTBOUND_CA_FILE: '/nowhere/ca.pem' })
  expect(OUTBOUND_CA_FILE).toBe('/nowhere/ca.pem')
})

test('a file that is not there and a setting given twice are told, without what they say', () => {
  expect(() => readConfig({ ...needed, S3_SECRET_KEY_FILE: '/nowhere/key' })).toThrow(
    'S3_SECRET_KEY_FILE names a file that cannot be read: /nowhere/key',
  )
  const twice = { ...needed, S3_SECRET_KEY: 'one', S3_SECRET_KEY_FILE: aFile('other') }
  expect(() => readConfig(twice)).toThrow('Both S3_SECRET_KEY and S3_SECRET_KEY_FILE are set')
})

test('every missing setting is named at once', () => {
  expect(() => readConfig({})).toThrow(/BASE_URL.*\n.*DATABASE_URL.*\n.*NATS_URL.*\n.*ROOT_KEY.*\n.*SMTP_URL/)
})
