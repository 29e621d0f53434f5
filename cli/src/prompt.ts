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
    if (done) throw new CliError('usage', `${question} is required, but the input has ended`)
    return value
  }
}

function askPerson(question: string, isHidden: boolean): Promise<string> {
  process.stderr.write(`${question}: `)
  // Readline echoes typed characters to its output, so for hidden answers the output is discarded.
  const output = isHidden ? new Writable({ write: (_chunk, _encoding, done) => done() }) : process.stderr
  const reader = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve, reject) => {
    reader.once('SIGINT', () => reader.close())
    reader.once('close', () => reject(new CliError('usage', 'Cancelled')))
    reader.once('line', (line) => {
      resolve(line)
      reader.close()
      if (isHidden) process.stderr.write('\n')
    })
  })
}
