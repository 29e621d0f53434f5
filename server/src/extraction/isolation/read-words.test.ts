import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { parseWords } from './answer-schema.ts'
import { maxFileBytes } from './limits.ts'
import { openReader } from './reader.ts'

const sandbox = await startSandbox()
const reader = openReader({ sandbox: 'required', spare: 0 })
atEnd(() => reader.close())

async function payslip(more = ''): Promise<Uint8Array> {
  const reply = await fetch(
    `${sandbox.url}/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger${more}`,
  )
  return new Uint8Array(await reply.arrayBuffer())
}

test.each(['library', 'chromium'])('locates words of a payslip printed by the %s', async (producer) => {
  const { words } = await reader.readWords(await payslip(`&producer=${producer}`))
  const [first, second] = (words?.[0] ?? []).filter(({ text }) => /^(Pay|date)$/.test(text))
  expect([first?.text, second?.text]).toEqual(['Pay', 'date'])
  expect([Math.round(first?.x ?? 0), Math.round(first?.y ?? 0)]).toEqual([300, 101])
  expect(second?.x).toBeGreaterThan(first?.right ?? Infinity)
})

test('rejects empty files, truncated files, large files and files that are not PDFs', async () => {
  const whole = await payslip()
  const files = [
    new Uint8Array(),
    Buffer.from('<html>'),
    whole.subarray(0, whole.length / 2),
    new Uint8Array(maxFileBytes + 1),
  ]
  const rejections = []
  for (const bytes of files) rejections.push((await reader.readWords(bytes)).rejection)
  expect(rejections).toEqual(['not-a-pdf', 'not-a-pdf', 'broken', 'too-large'])
  expect((await reader.readWords(whole)).words).toHaveLength(1)
})

test('discards an answer that does not match the schema', () => {
  const word = { text: 'Pay', x: 1, right: 2, y: 3, size: 9 }
  const parse = (answer: unknown) => parseWords(Buffer.from(JSON.stringify(answer)))
  const good = { words: [[word]], rejection: null }
  expect(parse(good)).toEqual(good)
  for (const wrong of [
    null,
    { words: null, rejection: null },
    { words: [[{ ...word, x: '1' }]], rejection: null },
    { words: Array(31).fill([word]), rejection: null },
  ])
    expect(parse(wrong)).toBeUndefined()
})
