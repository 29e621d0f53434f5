import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startSandbox } from '../../../test/sandbox.ts'
import { PdfUnreadable, readPdf } from './pdf-text.ts'

const sandbox = await startSandbox()

async function payslip(more = ''): Promise<Uint8Array> {
  const reply = await fetch(
    `${sandbox.url}/controls/documents/payslip?user_name=wilhelmina.oakapple&layout=ledger${more}`,
  )
  return new Uint8Array(await reply.arrayBuffer())
}

test.each(['library', 'chromium'])('locates words of a payslip printed by the %s', async (producer) => {
  const [page] = await readPdf(await payslip(`&producer=${producer}`))
  expect([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)]).toEqual([595, 842])
  const [first, second] = (page?.words ?? []).filter(({ text }) => /^(Pay|date)$/.test(text))
  expect([first?.text, second?.text]).toEqual(['Pay', 'date'])
  expect([Math.round(first?.x ?? 0), Math.round(first?.y ?? 0)]).toEqual([300, 101])
  expect(second?.x).toBeGreaterThan(first?.right ?? Infinity)
})

test('rejects empty files, truncated files and files that are not PDFs', async () => {
  const whole = await payslip()
  for (const bytes of [new Uint8Array(), Buffer.from('<html>'), whole.subarray(0, whole.length / 2)])
    await expect(readPdf(bytes)).rejects.toThrow(PdfUnreadable)
  expect(await readPdf(whole)).toHaveLength(1)
})

test('enforces limits on bytes, pages and characters', async () => {
  const bytes = await payslip()
  for (const limits of [{ maxBytes: 1_000 }, { maxPages: 0 }, { maxCharacters: 20 }])
    await expect(readPdf(bytes, limits)).rejects.toThrow(PdfUnreadable)
})

test('rejects a file on timeout and reads the next one', async () => {
  const bytes = await payslip()
  const [slow, next] = await Promise.allSettled([readPdf(bytes, { timeoutMs: 0 }), readPdf(bytes)])
  expect(slow).toMatchObject({ status: 'rejected', reason: expect.any(PdfUnreadable) })
  expect(next).toMatchObject({ status: 'fulfilled' })
})

test('serialises concurrent reads and leaves the bytes with the caller', async () => {
  const bytes = await payslip()
  const all = await Promise.all(Array.from({ length: 10 }, () => readPdf(bytes)))
  expect(new Set(all.map((pages) => JSON.stringify(pages))).size).toBe(1)
  expect(bytes.length).toBeGreaterThan(1_000)
})

// With --watch, Node posts its own messages on the port of every worker thread.
test('reads every file under node --watch, as npm run dev starts the service', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payproof-watch-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'payslip.pdf'), await payslip())
  const program = `import { readFileSync } from 'node:fs'
import { readPdf } from ${JSON.stringify(new URL('pdf-text.ts', import.meta.url).href)}
const bytes = readFileSync(${JSON.stringify(join(folder, 'payslip.pdf'))})
const readings = await Promise.allSettled(Array.from({ length: 5 }, () => readPdf(bytes)))
console.log('readings: ' + readings.map(({ value, reason }) => value?.length ?? reason.message).join(','))
`
  await writeFile(join(folder, 'program.mjs'), program)
  const child = spawn(process.execPath, ['--watch', join(folder, 'program.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  atEnd(() => child.kill('SIGKILL'))
  let output = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    output += chunk
    if (/^readings: .*$/m.test(output)) break
  }
  expect(/^readings: (.*)$/m.exec(output)?.[1]).toBe('1,1,1,1,1')
})
