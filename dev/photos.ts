import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { simulatePhotos } from '../sandbox/src/documents/photo.ts'
import { corpusFolder, listCorpus } from '../server/test/corpus/corpus.ts'

// npm run photos -- TO: simulated phone photos of the documents of the corpus, with their answers, for `npm run score -- TO`.

const usage = `npm run photos -- TO [--from DIR] [--only NAME,...] [--every N] [--seed WORD] [--difficulty easy|hard]\n`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string', default: corpusFolder },
    only: { type: 'string' },
    every: { type: 'string', default: '1' },
    seed: { type: 'string', default: 'one' },
    difficulty: { type: 'string', default: 'hard' },
  },
})
const [to] = positionals
if (!to || (values.difficulty !== 'easy' && values.difficulty !== 'hard')) {
  process.stderr.write(usage)
  process.exit(2)
}
const only = values.only?.split(',')
// biome-ignore lint/style/noProcessEnv: npm sets it to the folder it was called from.
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), to)
await mkdir(folder, { recursive: true })
const documents = (await listCorpus(values.from)).filter(
  ({ answer, hasFile }) => hasFile && (!only || only.includes(answer.layout) || only.includes(answer.name)),
)
for (const [n, { folder: from, answer }] of documents.entries()) {
  if (n % Number(values.every) !== 0) continue
  const bytes = await readFile(join(from, `${answer.name}.pdf`))
  const options = { seed: `${values.seed} ${answer.name}`, difficulty: values.difficulty } as const
  await writeFile(join(folder, `${answer.name}.pdf`), await simulatePhotos(bytes, options))
  await writeFile(join(folder, `${answer.name}.json`), JSON.stringify(answer, null, 2))
}
