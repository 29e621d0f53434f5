import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startDocuments } from '../../../test/features/documents.ts'
import { aPdf } from '../../../test/features/sample-documents.ts'
import { startOutside } from '../../../test/outside/start.ts'
import { openScanner } from '../../platform/malware-scan/clamd.ts'
import { openObjects } from '../../platform/objects/objects.ts'
import { mostFileBytes } from './limits.ts'
import { fetchQuarantined } from './quarantine.ts'

const { aPerson, submitted, objects } = await startDocuments()
const scanner = openScanner(undefined)
const person = await aPerson()

const fetched = async (bytes: Buffer<ArrayBuffer>, by = scanner) =>
  fetchQuarantined({ objects, scanner: by }, await submitted(person, bytes))

test('a file comes out of quarantine as it went in, with its hash', async () => {
  const bytes = aPdf()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await fetched(bytes)).toEqual({ bytes, sha256 })
})

test('a file of exactly 10 MB is taken, a longer one is not, even where the store let it in', async () => {
  const most = aPdf('', mostFileBytes)
  expect(most).toHaveLength(mostFileBytes)
  expect(await fetched(most)).toMatchObject({ sha256: expect.any(String) })
  expect(await fetched(aPdf('', mostFileBytes + 1))).toEqual({ problem: 'too-large' })
})

test('a file that was never put', async () => {
  const upload = await submitted(person, aPdf())
  await objects.deletePrefix(upload.path)
  expect(await fetchQuarantined({ objects, scanner }, upload)).toEqual({ problem: 'not-uploaded' })
})

const notPdfs: Record<string, string> = {
  'an empty file': '',
  'a text': 'Pay 1,234.56 to me',
  'a start without an end': `%PDF-1.7\n${'.'.repeat(2_000)}`,
  'an end without a start': `${'.'.repeat(2_000)}%%EOF`,
  'a start that comes too late': `${'.'.repeat(1_100)}%PDF-1.7\n%%EOF`,
  'an end with much behind it': `%PDF-1.7\n%%EOF${'.'.repeat(1_100)}`,
  'an archive that is a PDF too': 'PK\x03\x04 %PDF-1.7\n%%EOF',
  'a program that is a PDF too': 'MZ %PDF-1.7\n%%EOF',
  'a web page that is a PDF too': '\n <HTML><!-- %PDF-1.7\n%%EOF',
  'a drawing with a script in it that is a PDF too': '<?xml version="1.0"?><svg>%PDF-1.7\n%%EOF',
}

for (const [name, text] of Object.entries(notPdfs)) {
  test(`${name} is not a PDF`, async () => {
    expect(await fetched(Buffer.from(text, 'latin1'))).toEqual({ problem: 'not-a-pdf' })
  })
}

test('a scanner that is configured has the last word', async () => {
  const clamd = await startOutside('clamd.ts')
  atEnd(() => clamd.stop())
  const strict = openScanner(clamd.url.replace('http:', 'tcp:'))
  expect(await fetched(aPdf('EICAR'), strict)).toEqual({ problem: 'unsafe' })
  expect(await fetched(aPdf('ENCRYPTED'), strict)).toEqual({ problem: 'password' })
  expect(await fetched(aPdf(), strict)).toMatchObject({ sha256: expect.any(String) })
})

test('while the scanner is away, files wait where they are', async () => {
  const clamd = await startOutside('clamd.ts')
  const away = openScanner(clamd.url.replace('http:', 'tcp:'))
  await clamd.stop()
  const upload = await submitted(person, aPdf())
  await expect(fetchQuarantined({ objects, scanner: away }, upload)).rejects.toThrow('scanner is away')
  expect(await fetchQuarantined({ objects, scanner }, upload)).toMatchObject({ sha256: expect.any(String) })
})

test('a store that is away is no reason to refuse a file', async () => {
  const nowhere = openObjects({
    endpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    bucket: 'b',
    accessKey: 'a',
    secretKey: 'b',
  })
  const upload = await submitted(person, aPdf())
  await expect(fetchQuarantined({ objects: nowhere, scanner }, upload)).rejects.toMatchObject({ status: 503 })
  await nowhere.close()
})
