import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { smallPdf } from '../../../test/small-pdf.ts'
import { listObjects } from './objects.ts'
import { listPlainly } from './plain-list.ts'

const folder = await mkdtemp(join(tmpdir(), 'plain-list-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function listedByQpdf(bytes: Uint8Array) {
  const path = join(folder, 'paper.pdf')
  await writeFile(path, bytes)
  const words = ['--json=latest', '--json-key=qpdf', '--json-stream-data=none', '--warning-exit-0', path]
  const { stdout } = await promisify(execFile)('qpdf', words, { encoding: 'buffer' })
  return listObjects(stdout)
}

const hello = { content: 'BT /F1 10 Tf 50 200 Td (Hello) Tj ET' }
const paperWith = (...objects: string[]) => smallPdf({ pages: [hello], objects, trailer: '/Info 10 0 R' })

const written = paperWith(
  '<< /Producer (Press \\(3\\) \\101 (nested) \\\\) /Creator <feff0050006f0075006e006400a3> /Title <48 69 2>/Trapped/False>>',
  '[1 -2.50 +3 .5 4. true false [ ] << >> (a\\nb) () 10 0 R/Name/Other-Name]',
  '<< /A << /B << /C [ 10 0 R 11 0 R ] >> >> >>',
)

test('a file that keeps to the letter is listed as qpdf lists it', async () => {
  expect(listPlainly(written)).toEqual(await listedByQpdf(written))
})

test.each([
  ['was saved again', Buffer.concat([written, Buffer.from('\nstartxref\n0\n%%EOF\n')])],
  ['has something in front', Buffer.concat([Buffer.from('\n'), written])],
  ['has a name with a number in it', paperWith('<< /A#20B 1 >>')],
  ['has the same key twice', paperWith('<< /A 1 /A 2 >>')],
  ['leads to what is not there', paperWith('<< /A 99 0 R >>')],
  ['has nothing for a value', paperWith('<< /A null >>')],
  ['has a remark', paperWith('<< /A 1 % one\n >>')],
  ['has text that needs a table of signs', paperWith('<< /A (\\243) >>')],
  ['is nested without end', paperWith(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
  [
    'is locked',
    smallPdf({ pages: [hello], objects: ['<< /Filter /Standard >>'], trailer: '/Encrypt 10 0 R' }),
  ],
  [
    'says a wrong length',
    Buffer.from(written.toString('latin1').replace('/Length 36', '/Length 35'), 'latin1'),
  ],
  [
    'has its objects elsewhere',
    Buffer.from(written.toString('latin1').replace('1 0 obj', '1 1 obj'), 'latin1'),
  ],
])('one that %s is left to qpdf', (_, bytes) => {
  expect(listPlainly(bytes)).toBeUndefined()
})

test('whatever is broken in it, it is listed as by qpdf or not at all', async () => {
  const listed: boolean[] = []
  for (let round = 0; round < 40; round++) {
    const broken = Buffer.from(written)
    const at = (round * 7_919) % broken.length
    broken[at] = (broken[at] ?? 0) ^ (1 + (round % 96))
    const plain = listPlainly(broken)
    listed.push(plain !== undefined)
    if (plain) expect(plain).toEqual(await listedByQpdf(broken))
  }
  expect(new Set(listed)).toEqual(new Set([true, false]))
})
