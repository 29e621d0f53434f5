import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig, readMigrationConfig, requireCellCertificates } from './config.ts'

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
  expect(() => readConfig({})).toThrow(/BASE_URL.*\n.*DATABASE_URL.*\n.*NATS_URL.*\n.*ROOT_KEY/)
})

const production = {
  ...requiredSettings,
  DATABASE_URL: 'postgres://payproof_login@db.example/payproof?sslmode=verify-full',
  NATS_URL: 'tls://nats.example:4222',
  SMTP_URL: 'smtps://mail.example:465',
  ENVIRONMENT: 'production',
  METRICS_TOKEN: 'a token of some length',
}
const cellTls = {
  CELL_TLS_PORT: '8444',
  CELL_TLS_CERT_FILE: '/run/cell.pem',
  CELL_TLS_KEY_FILE: '/run/cell.key',
  CELL_TLS_CA_FILE: '/run/cells-ca.pem',
}

test('finding 16: production refuses plain HTTP for its own URL, uploads and other cells, except on loopback', () => {
  const plain = {
    ...production,
    ...cellTls,
    BASE_URL: 'http://pay.example',
    S3_PUBLIC_ENDPOINT: 'http://files.example',
    OTHER_CELLS: 'b0=https://b0.example,c0=http://10.0.2.2:8000',
    // Browsers and other cells are never in the private network.
    PLAINTEXT_HOSTS: 'pay.example,files.example,10.0.2.2',
  }
  expect(() => readConfig(plain)).toThrow(
    /BASE_URL: must use https.*\n.*S3_PUBLIC_ENDPOINT: must use https.*\n.*OTHER_CELLS: must use https/,
  )
  const local = { S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:8333', OTHER_CELLS: 'b0=http://[::1]:8000' }
  expect(
    readConfig({ ...production, ...cellTls, ...local, BASE_URL: 'http://localhost:8080' }).ENVIRONMENT,
  ).toBe('production')
  expect(readConfig({ ...plain, ENVIRONMENT: 'sandbox' }).BASE_URL).toBe('http://pay.example')
})

test('finding 16: production refuses other cells without certificates', () => {
  const cells = { OTHER_CELLS: 'b0=https://b0.example:8444/' }
  const withoutTls = readConfig({ ...production, ...cells })
  expect(() => requireCellCertificates(withoutTls)).toThrow('OTHER_CELLS: needs CELL_TLS_PORT')
  requireCellCertificates(readConfig({ ...production, ...cells, ...cellTls }))
  requireCellCertificates(readConfig({ ...requiredSettings, ...cells }))
  expect(readConfig({ ...production, ...cells, ...cellTls }).OTHER_CELLS).toEqual([
    { cell: 'b0', url: 'https://b0.example:8444' },
  ])
  expect(readConfig({ ...requiredSettings, ...cells }).OTHER_CELLS).toHaveLength(1)
  for (const name of Object.keys(cellTls))
    expect(() => readConfig({ ...requiredSettings, ...cellTls, [name]: undefined }), name).toThrow(
      'set all of them or none',
    )
  for (const wrong of [
    'https://b0.example',
    'b0',
    'b0=b0.example',
    'b=https://b0.example',
    'b0=tcp://b0.example',
  ])
    expect(() => readConfig({ ...requiredSettings, OTHER_CELLS: wrong }), wrong).toThrow(
      'OTHER_CELLS: must be a comma-separated list',
    )
})

const modelName = { READER_MODEL_NAME: 'qwen3:14b' }

test.each([
  ['DATABASE_URL', 'postgres://db.example/payproof'],
  ['DATABASE_URL', 'postgres://db.example/payproof?sslmode=require'],
  ['DATABASE_URL', 'postgres://db.example/payproof?sslmode=verify-full&sslmode=disable'],
  ['DATABASE_URL', 'postgres://localhost/payproof?host=db.example'],
  ['MIGRATION_DATABASE_URL', 'postgres://db.example/payproof?sslmode=no-verify'],
  ['NATS_URL', 'tls://a.example:4222,nats://b.example:4222'],
  ['S3_ENDPOINT', 'http://objects.example'],
  ['S3_ENDPOINT', 'http://objects.example?host=localhost'],
  ['SMTP_URL', 'smtp://mail.example'],
  ['SMTP_URL', 'smtps://mail.example?tls.rejectUnauthorized=false'],
  ['SMTP_URL', 'smtp://mail.example?requireTLS=true&ignoreTLS=true'],
  ['SMS_GATEWAY_URL', 'http://sms.example/messages'],
  ['READER_MODEL_URL', 'http://model.example/v1'],
  ['CLAMD_URL', 'tcp://clamav.example:3310'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector.example:4318'],
])('ASVS 12.3.1: production refuses %s=%s without TLS, unless its host is allowed', (setting, url) => {
  const plain = { ...production, [setting]: url, ...(setting === 'READER_MODEL_URL' && modelName) }
  expect(() => readConfig(plain)).toThrow(`${setting}: `)
  expect(readConfig({ ...plain, ENVIRONMENT: 'sandbox' }).ENVIRONMENT).toBe('sandbox')
  const hosts =
    'db.example,b.example,objects.example,mail.example,sms.example,model.example,clamav.example,collector.example'
  expect(readConfig({ ...plain, PLAINTEXT_HOSTS: hosts }).ENVIRONMENT).toBe('production')
  expect(() => readConfig({ ...plain, PLAINTEXT_HOSTS: 'other.example' })).toThrow(`${setting}: `)
})

test('a model needs a URL and a name, and no model is used by default', () => {
  const url = { READER_MODEL_URL: 'http://127.0.0.1:11434/v1/' }
  expect(readConfig({ ...requiredSettings, ...url, ...modelName }).READER_MODEL_URL).toBe(
    'http://127.0.0.1:11434/v1',
  )
  for (const half of [url, modelName])
    expect(() => readConfig({ ...requiredSettings, ...half })).toThrow('set both of them or none')
  const empty = { READER_MODEL_URL: '', READER_MODEL_NAME: '', READER_MODEL_KEY: '' }
  for (const none of [{}, empty])
    expect(readConfig({ ...requiredSettings, ...none }).READER_MODEL_URL).toBeUndefined()
})

test('a gateway for text messages that is empty is not set', () => {
  const empty = readConfig({ ...requiredSettings, SMS_GATEWAY_URL: '', SMS_GATEWAY_TOKEN: '' })
  expect([empty.SMS_GATEWAY_URL, empty.SMS_GATEWAY_TOKEN]).toEqual([undefined, undefined])
})

test('ASVS 12.3.1: production accepts verified TLS, and plain connections on this machine', () => {
  const tls = { S3_ENDPOINT: 'https://objects.example', SMTP_URL: 'smtp://mail.example:587?requireTLS=true' }
  expect(readConfig({ ...production, ...tls }).ENVIRONMENT).toBe('production')
  const local = {
    DATABASE_URL: 'postgres://payproof_login@db.example/payproof?host=/var/run/postgresql',
    NATS_URL: 'nats://127.0.0.1:4222',
    S3_ENDPOINT: 'http://[::1]:8333',
    SMTP_URL: 'smtp://localhost:25',
    CLAMD_URL: 'tcp://127.0.0.1:3310',
  }
  expect(readConfig({ ...production, ...local }).ENVIRONMENT).toBe('production')
})

test('refuses the file store in production, and beside an S3 endpoint', () => {
  const sandbox = { ...requiredSettings, FILE_STORE: '/var/lib/payproof/files' }
  expect(readConfig(sandbox).FILE_STORE).toBe('/var/lib/payproof/files')
  expect(() => readConfig({ ...production, FILE_STORE: sandbox.FILE_STORE })).toThrow(
    'FILE_STORE: is allowed in the sandbox only, because restoring the disk would also restore the erasure ledger',
  )
  expect(() => readConfig({ ...sandbox, S3_ENDPOINT: 'http://127.0.0.1:8333' })).toThrow(
    'FILE_STORE and S3_ENDPOINT: set one of them',
  )
})

test('ASVS 13.3.2: the migration needs one secret, over TLS in production', () => {
  const url = 'postgres://payproof_owner@db.example/payproof'
  expect(readMigrationConfig({ MIGRATION_DATABASE_URL: url }).MIGRATION_DATABASE_URL).toBe(url)
  expect(() => readMigrationConfig({})).toThrow('MIGRATION_DATABASE_URL')
  const production = { ENVIRONMENT: 'production', MIGRATION_DATABASE_URL_FILE: writeTempFile(url) }
  expect(() => readMigrationConfig(production)).toThrow('MIGRATION_DATABASE_URL: needs sslmode=verify-full')
  expect(readMigrationConfig({ ...production, PLAINTEXT_HOSTS: 'db.example' }).ENVIRONMENT).toBe('production')
})
