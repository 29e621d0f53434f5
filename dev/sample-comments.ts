import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { listProseFiles } from './language/hits.ts'
import { readTypeScript } from './language/texts.ts'

// node dev/sample-comments.ts [--count 200] [--seed 1] [--code-lines 6]: prints a random sample of the comments in
// the code, each with the code below it, for a review by readers who have never seen the code. The same seed prints
// the same sample for the same code.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    'code-lines': { type: 'string', default: '6' },
  },
})

const comments = listProseFiles()
  .filter((file) => !file.endsWith('.md'))
  .flatMap((file) =>
    readTypeScript(file)
      .filter(({ kind }) => kind === 'comment')
      .map(({ line, text }) => ({ file, line, text })),
  )

/** Creates a small seeded generator (mulberry32), so that two reviewers get the same sample. */
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
// This is a Fisher-Yates shuffle, stopped after `count` draws.
for (let index = 0; index < count; index++) {
  const other = index + Math.floor(random() * (comments.length - index))
  const [kept, drawn] = [comments[index], comments[other]]
  if (kept && drawn) [comments[index], comments[other]] = [drawn, kept]
}
process.stdout.write(`${count} of ${comments.length} comments, seed ${values.seed}\n`)
for (const [index, { file, line, text }] of comments.slice(0, count).entries()) {
  const from = line - 1
  const lines = readFileSync(file, 'utf8').split('\n')
  const isComment = (one = '') => /^\s*(\/\/|\/\*|\*)/.test(one)
  let end = from + 1
  while (isComment(lines[end])) end++
  const code = lines.slice(from, end + Number(values['code-lines'])).map((one) => `      ${one}\n`)
  process.stdout.write(`${index + 1}. ${file}:${line}: ${text}\n${code.join('')}`)
}
