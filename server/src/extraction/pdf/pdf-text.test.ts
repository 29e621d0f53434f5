import { expect, test } from 'vitest'
import { startSandbox } from '../../../test/sandbox.ts'
import { PdfUnreadable, readPdf } from './pdf-text.ts'

const sandbox = await startSandbox()

async function payslip(more = ''): Promise<Uint8Array> {
  const reply = await fetch(
    `${sandbox.url}/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger${more}`,
  )
  return new Uint8Array(await reply.arrayBuffer())
}

test.each(['library', 'chromium'])('words stand where they were printed by the %s', async (producer) => {
  const [page] = await readPdf(await payslip(`&producer=${producer}`))
  expect([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]).toEqual([595, 842])
  const [first, second] = (page?.words ?? []).filter(({ text }) => /^(Pay|date)$/.test(text))
  expect([first?.text, second?.text]).toEqual(['Pay', 'date'])
  expect([Math.round(first?.x ?? 0), Math.round(first?.y ?? 0)]).toEqual([300, 101])
  expect(second?.x).toBeGreaterThan(first?.right ?? Infinity)
})

test('what is no PDF, breaks off or is empty is told to be unreadable', async () => {
  const whole = await payslip()
  for (const bytes of [new Uint8Array(), Buffer.from('<html>'), whole.subarray(0, whole.length / 2)])
    await expect(readPdf(bytes)).rejects.toThrow(PdfUnreadable)
  expect(await readPdf(whole)).toHaveLength(1)
})

test('a file has limits: bytes, pages and text', async () => {
  const bytes = await payslip()
  for (const limits of [{ mostBytes: 1_000 }, { mostPages: 0 }, { mostSigns: 20 }])
    await expect(readPdf(bytes, limits)).rejects.toThrow(PdfUnreadable)
})

test('a file that takes too long is given up, and the next one is read', async () => {
  const bytes = await payslip()
  const [slow, next] = await Promise.allSettled([readPdf(bytes, { longestMs: 0 }), readPdf(bytes)])
  expect(slow).toMatchObject({ status: 'rejected', reason: expect.any(PdfUnreadable) })
  expect(next).toMatchObject({ status: 'fulfilled' })
})

test('many at once are read one after the other, and the bytes stay with whoever gave them', async () => {
  const bytes = await payslip()
  const all = await Promise.all(Array.from({ length: 10 }, () => readPdf(bytes)))
  expect(new Set(all.map((pages) => JSON.stringify(pages))).size).toBe(1)
  expect(bytes.length).toBeGreaterThan(1_000)
})
