import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { CliCommand } from './command.ts'
import { commands } from './commands/all.ts'
import { bashCompletion, zshCompletion } from './completion.ts'
import { helpOf } from './help.ts'
import { findCommand, parseWords } from './parse.ts'
import { openProgress } from './progress.ts'
import { jsonOf, tableOf } from './text.ts'

/** Bash's completions for each line; the last word is the one being typed. */
async function offered(lines: string[][]): Promise<string[][]> {
  const asked = lines.map(
    (words) =>
      `COMP_WORDS=(payproof ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _payproof; echo "\${COMPREPLY[*]}"`,
  )
  const script = [bashCompletion(commands), ...asked].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-uc', script])
  return stdout.split('\n').map((line) => line.split(' ').filter(Boolean))
}

test('bash completes nouns, verbs, options and their words, and leaves files to itself', async () => {
  const [nouns, verbs, options, words, files] = await offered([
    [''],
    ['users', 'l'],
    ['documents', 'upload', 'u1', '--'],
    ['documents', 'upload', 'u1', '--type', 'p'],
    ['documents', 'upload', 'u1', ''],
  ])
  expect(nouns).toEqual([...new Set(commands.map(({ name }) => name.split(' ')[0]))])
  expect(verbs).toEqual(['list', 'link'])
  expect(options).toEqual(['--type', '--json', '--help'])
  expect(words).toEqual(['payslip'])
  expect(files).toEqual([])
})

test('both shells and help know every command and every option', () => {
  for (const { name, options } of commands) {
    const help = helpOf(commands, name.split(' '))
    for (const script of [bashCompletion(commands), zshCompletion(commands)]) {
      const [, line = ''] = script.split(`    '${name}'*) `)
      for (const option of Object.keys(options)) {
        expect(line.split('\n')[0]).toContain(`--${option}`)
        expect(help).toContain(`--${option}`)
      }
    }
    expect(helpOf(commands, [])).toContain(name)
  }
})

test('no command that another begins with hides it', () => {
  for (const { name } of commands)
    expect(commands.filter((other) => other.name.startsWith(`${name} `) || other.name === name)).toHaveLength(
      1,
    )
})

test.each([
  ['a word too many', 'users get a b', 'A word too many: b'],
  ['an id that is missing', 'users get', 'USER_ID is missing'],
  ['a file that is missing', 'documents upload u', 'FILE is missing'],
  ['an option that there is not', 'users list --wat', "Unknown option '--wat'"],
  ['an option that is missing', 'webhooks create --unsigned', '--url is missing'],
  [
    'a word that is none of few',
    'documents list u --type letter',
    '--type is one of payslip, bank_statement',
  ],
  ['a number that is none', 'users list --limit 0', '--limit is a whole number from 1'],
])('%s is refused as wrongly asked, and help is named', (_, line, text) => {
  const words = line.split(' ')
  const found = findCommand(commands, words) as CliCommand
  const parse = () => parseWords(found, words.slice(2))
  expect(parse).toThrow(expect.objectContaining({ exit: 2, message: expect.stringContaining(text) }))
  expect(parse).toThrow(`payproof ${found.name} --help says how`)
})

test('text from others cannot control the terminal', () => {
  const nasty = 'Zoë\u001b[2J\u009b1m\u202e!'
  const shown = tableOf([{ name: nasty }], { NAME: ({ name }) => name })
  expect(shown).toBe('NAME\nZoë\ufffd[2J\ufffd1m\ufffd!')
  expect(jsonOf(nasty)).toBe('"Zoë\\u001b[2J\\u009b1m\\u202e!"')
  expect(JSON.parse(jsonOf(nasty))).toBe(nasty)
})

test('a terminal sees a bar that fills, and a file sees nothing', () => {
  const parts = [
    { name: 'a.pdf', bytes: { length: 60 } },
    { name: 'b.pdf', bytes: { length: 40 } },
  ]
  const seen = (isTTY: boolean) => {
    const said: string[] = []
    const progress = openProgress({ isTTY, write: (more) => said.push(more) }, parts)
    progress.moved(0, 30)
    progress.moved(1, 40)
    progress.moved(0, 60)
    progress.end()
    return said.join('').split('\r\u001b[K')
  }
  expect(seen(true)).toEqual([
    '',
    `[${'#'.repeat(9)}${'.'.repeat(21)}]  30 % a.pdf`,
    `[${'#'.repeat(21)}${'.'.repeat(9)}]  70 % b.pdf`,
    'Uploaded; being read',
    '',
  ])
  expect(seen(false)).toEqual([''])
})
