import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'payproof-config-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const requiredSettings = {
  BASE_URL: 'https://pay.example/',
  DATABASE_URL: 'postgres://payproof_login@db.example/payproof',
  NATS_URL: 'nats://nats.example:4222',
  ROOT_KEY: 'file:///keys/root',
  SMTP_URL: 'smtp://mail.example',
}

function writeTempFile(text: string) {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, text)
  return path
}

test('reads a setting from the file that NAME_FILE names, without the trailing newline', () => {
  const { DATABASE_URL, ...others } = requiredSettings
  const config = readConfig({ ...others, DATABASE_URL_FILE: writeTempFile(`${DATABASE_URL}\n`) })
  expect(config.DATABASE_URL).toBe(DATABASE_URL)
  expect(config.BASE_URL).toBe('https://pay.example')
})

test('accepts one NATS address or several', () => {
  const three = 'nats://a.example:4222,tls://b.example:4222,nats://c.example:4222'
  expect(readConfig({ ...requiredSettings, NATS_URL: three }).NATS_URL).toBe(three)
  for (const wrong of ['', 'http://a.example', 'nats://a.example:4222,', 'nats://a.example,http://b.example'])
    expect(() => readConfig({ ...requiredSettings, NATS_URL: wrong })).toThrow(
      'NATS_URL: must be a comma-separated list of nats://',
    )
})

test('does not read OUTBOUND_CA_FILE as the file of a setting OUTBOUND_CA', () => {
  const { OUTBOUND_CA_FILE } = readConfig({ ...requiredSettings, OUTBOUND_CA_FILE: '/nowhere/ca.pem' })
  expect(OUTBOUND_CA_FILE).toBe('/nowhere/ca.pem')
})

test('reports an unreadable file and a setting given twice, without their values', () => {
  expect(() => readConfig({ ...requiredSettings, S3_SECRET_KEY_FILE: '/nowhere/key' })).toThrow(
    'S3_SECRET_KEY_FILE names a file that cannot be read: /nowhere/key',
  )
  const twice = { ...requiredSettings, S3_SECRET_KEY: 'one', S3_SECRET_KEY_FILE: writeTempFile('other') }
  expect(() => readConfig(twice)).toThrow('Both S3_SECRET_KEY and S3_SECRET_KEY_FILE are set')
})

test('reports all missing settings at once', () => {
  expect(() => readConfig({})).toThrow(/BASE_URL.*\n.*DATABASE_URL.*\n.*NATS_URL.*\n.*ROOT_KEY.*\n.*SMTP_URL/)
})

test('finding 16: production refuses plain HTTP for its own URL, uploads and other cells, except on loopback', () => {
  const production = {
    ...requiredSettings,
    ENVIRONMENT: 'production',
    METRICS_TOKEN: 'a token of some length',
  }
  const plain = {
    ...production,
    BASE_URL: 'http://pay.example',
    S3_PUBLIC_ENDPOINT: 'http://files.example',
    OTHER_CELLS: 'https://b0.example,http://10.0.2.2:8000',
  }
  expect(() => readConfig(plain)).toThrow(
    /BASE_URL: must use https.*\n.*S3_PUBLIC_ENDPOINT: must use https.*\n.*OTHER_CELLS: must use https/,
  )
  expect(() => readConfig({ ...production, OTHER_CELLS: 'b0.example' })).toThrow(
    'OTHER_CELLS: must use https',
  )
  const local = { S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:8333', OTHER_CELLS: 'http://[::1]:8000' }
  expect(readConfig({ ...production, ...local, BASE_URL: 'http://localhost:8080' }).ENVIRONMENT).toBe(
    'production',
  )
  expect(readConfig({ ...plain, ENVIRONMENT: 'sandbox' }).BASE_URL).toBe('http://pay.example')
})

test('refuses the file store in production, and beside an S3 endpoint', () => {
  const sandbox = { ...requiredSettings, FILE_STORE: '/var/lib/payproof/files' }
  expect(readConfig(sandbox).FILE_STORE).toBe('/var/lib/payproof/files')
  const production = { ...sandbox, ENVIRONMENT: 'production', METRICS_TOKEN: 'a token of some length' }
  expect(() => readConfig(production)).toThrow(
    'FILE_STORE: is allowed in the sandbox only, because restoring the disk would also restore the erasure ledger',
  )
  expect(() => readConfig({ ...sandbox, S3_ENDPOINT: 'http://127.0.0.1:8333' })).toThrow(
    'FILE_STORE and S3_ENDPOINT: set one of them',
  )
})
