import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startDocuments } from '../../../test/features/documents.ts'
import { aPdf } from '../../../test/features/sample-documents.ts'
import { startOutside } from '../../../test/outside/start.ts'
import { createMalwareScanner } from '../../platform/malware-scan/clamd.ts'
import { openObjectStore } from '../../platform/objects/objects.ts'
import { maxFileBytes } from './limits.ts'
import { fetchQuarantined } from './quarantine.ts'

const { aPerson, submitted, objects } = await startDocuments()
const scanner = createMalwareScanner(undefined)
const person = await aPerson()

const fetchUploaded = async (bytes: Buffer<ArrayBuffer>, by = scanner) =>
  fetchQuarantined({ objects, scanner: by }, await submitted(person, bytes))

test('returns the uploaded bytes and their hash', async () => {
  const bytes = aPdf()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await fetchUploaded(bytes)).toEqual({ bytes, sha256 })
})

test('accepts exactly 10 MB and rejects a larger file, even if the object store accepted it', async () => {
  const largest = aPdf('', maxFileBytes)
  expect(largest).toHaveLength(maxFileBytes)
  expect(await fetchUploaded(largest)).toMatchObject({ sha256: expect.any(String) })
  expect(await fetchUploaded(aPdf('', maxFileBytes + 1))).toEqual({ problem: 'too-large' })
})

test('rejects a file that was never uploaded', async () => {
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
    expect(await fetchUploaded(Buffer.from(text, 'latin1'))).toEqual({ problem: 'not-a-pdf' })
  })
}

test('rejects a file that the malware scanner reports', async () => {
  const clamd = await startOutside('clamd.ts')
  atEnd(() => clamd.stop())
  const strict = createMalwareScanner(clamd.url.replace('http:', 'tcp:'))
  expect(await fetchUploaded(aPdf('EICAR'), strict)).toEqual({ problem: 'unsafe' })
  expect(await fetchUploaded(aPdf('ENCRYPTED'), strict)).toEqual({ problem: 'password' })
  expect(await fetchUploaded(aPdf(), strict)).toMatchObject({ sha256: expect.any(String) })
})

test('keeps files in quarantine while the malware scanner is unreachable', async () => {
  const clamd = await startOutside('clamd.ts')
  const unreachable = createMalwareScanner(clamd.url.replace('http:', 'tcp:'))
  await clamd.stop()
  const upload = await submitted(person, aPdf())
  await expect(fetchQuarantined({ objects, scanner: unreachable }, upload)).rejects.toThrow(
    'scanner is unavailable',
  )
  expect(await fetchQuarantined({ objects, scanner }, upload)).toMatchObject({ sha256: expect.any(String) })
})

test('throws 503 instead of rejecting the file while the object store is unreachable', async () => {
  const unreachable = openObjectStore({
    endpoint: 'http://127.0.0.1:9',
    region: 'us-east-1',
    bucket: 'b',
    accessKey: 'a',
    secretKey: 'b',
  })
  const upload = await submitted(person, aPdf())
  await expect(fetchQuarantined({ objects: unreachable, scanner }, upload)).rejects.toMatchObject({
    status: 503,
  })
  await unreachable.close()
})
