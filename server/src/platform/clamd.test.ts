import { expect, test } from 'vitest'
import { atEnd } from '../../test/at-end.ts'
import { startOutside } from '../../test/outside/start.ts'
import { openScanner } from './clamd.ts'

const clamd = await startOutside('clamd.ts')
atEnd(() => clamd.stop())
const address = clamd.url.replace('http:', 'tcp:')
const scanner = openScanner(address)
const fileWith = (word: string, bytes = 100) => Buffer.from(word.padStart(bytes, '.'))

test('a file without anything harmful passes, also one of many pieces', async () => {
  expect(await scanner.scan(fileWith('hello'))).toBeNull()
  expect(await scanner.scan(Buffer.alloc(0))).toBeNull()
  expect(await scanner.scan(fileWith('hello', 10_000_000))).toBeNull()
})

test('what is found is told by its name, wherever in the file it is', async () => {
  expect(await scanner.scan(fileWith('EICAR', 300_000))).toBe('Win.Test.EICAR_HDB-1')
  expect(await scanner.scan(fileWith('ENCRYPTED'))).toBe('Heuristics.Encrypted.PDF')
})

test('an answer that is neither yes nor no, and none at all, are no verdict', async () => {
  for (const word of ['CONFUSED', 'LIMIT', 'SILENT'])
    await expect(scanner.scan(fileWith(word)), word).rejects.toMatchObject({ name: 'ScannerAway' })
})

test('a scanner that cannot be reached lets nothing pass', async () => {
  const gone = await startOutside('clamd.ts')
  const away = openScanner(gone.url.replace('http:', 'tcp:'))
  await gone.stop()
  await expect(away.scan(fileWith('hello'))).rejects.toMatchObject({ name: 'ScannerAway' })
})

test('where none is configured, nothing is looked at', async () => {
  expect(await openScanner(undefined).scan(fileWith('EICAR'))).toBeNull()
})
