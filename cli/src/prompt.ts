import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { CliError } from './fault.ts'

export type Prompt = (question: string, options?: { isHidden?: boolean }) => Promise<string>

/** Asks on the terminal, or reads the next line of piped input. */
export function openPrompt(): Prompt {
  let lines: AsyncIterator<string> | undefined
  return async (question, { isHidden = false } = {}) => {
    if (process.stdin.isTTY) return askPerson(question, isHidden)
    lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
    const { value, done } = await lines.next()
    if (done) throw new CliError('usage', `${question} is asked for, and nothing more came in`)
    return value
  }
}

function askPerson(question: string, isHidden: boolean): Promise<string> {
  process.stderr.write(`${question}: `)
  // Readline echoes what it writes, so hidden answers are written to a discarding stream.
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('SIGINT', () => reader.close())
    reader.once('close', () => reject(new CliError('usage', 'Not answered')))
    reader.once('line', (line) => {
      resolve(line)
      reader.close()
      if (isHidden) process.stderr.write('\n')
    })
  })
}
