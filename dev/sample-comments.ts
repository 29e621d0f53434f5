import { parseArgs } from 'node:util'
import { listProseFiles } from './language/hits.ts'
import { readTypeScript } from './language/texts.ts'

// node dev/sample-comments.ts [--count 200] [--seed 1]: prints a random sample of the comments in the code, for a review
// by readers who have never seen it. The same seed prints the same sample for the same code.
const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
})

const comments = listProseFiles()
  .filter((file) => !file.endsWith('.md'))
  .flatMap((file) =>
    readTypeScript(file)
      .filter(({ kind }) => kind === 'comment')
      .map(({ line, text }) => ({ file, line, text })),
  )

/** Mulberry32: a small seeded generator, so that two reviewers get the same sample. */
function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = seededRandom(Number(values.seed))
const count = Math.min(Number(values.count), comments.length)
// Fisher-Yates, stopped after `count` draws.
for (let index = 0; index < count; index++) {
  const other = index + Math.floor(random() * (comments.length - index))
  const [kept, drawn] = [comments[index], comments[other]]
  if (kept && drawn) [comments[index], comments[other]] = [drawn, kept]
}
process.stdout.write(`${count} of ${comments.length} comments, seed ${values.seed}\n`)
for (const [index, { file, line, text }] of comments.slice(0, count).entries()) {
  process.stdout.write(`${index + 1}. ${file}:${line}: ${text}\n`)
}
