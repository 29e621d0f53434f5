import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { CliCommand } from './command.ts'
import { commands } from './commands/all.ts'
import { bashCompletion, zshCompletion } from './completion.ts'
import { helpOf } from './help.ts'
import { findCommand, parseWords } from './parse.ts'
import { openActivity, openProgress } from './progress.ts'
import { suggest } from './suggest.ts'
import { jsonOf, tableOf } from './text.ts'

/** Returns Bash's completions for each line; the last word is the one being typed. */
async function offered(lines: string[][]): Promise<string[][]> {
  const displays = lines.map(
    (words) =>
      `COMP_WORDS=(payproof ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _payproof; echo "\${COMPREPLY[*]}"`,
  )
  const script = [bashCompletion(commands), ...displays].join('\n')
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
  ['an unexpected argument', 'users get a b', 'Unexpected argument: b'],
  ['a missing id', 'users get', 'USER_ID is required'],
  ['a missing file', 'documents upload u', 'FILE is required'],
  ['an unknown option', 'users list --wat', "Unknown option '--wat'"],
  ['a missing option', 'webhooks create --unsigned', '--url is required'],
  [
    'a value that is not allowed',
    'documents list u --type letter',
    '--type must be one of payslip, bank_statement',
  ],
  ['a number that is out of range', 'users list --limit 0', '--limit must be a whole number of 1 or more'],
])('%s is a usage error that names the help', (_, line, text) => {
  const words = line.split(' ')
  const found = findCommand(commands, words) as CliCommand
  const parse = () => parseWords(found, words.slice(2))
  expect(parse).toThrow(expect.objectContaining({ exit: 2, message: expect.stringContaining(text) }))
  expect(parse).toThrow(`Run payproof ${found.name} --help for usage`)
})

test('text from others cannot control the terminal', () => {
  const nasty = 'Zoë\u001b[2J\u009b1m\u202e!'
  const shown = tableOf([{ name: nasty }], { NAME: ({ name }) => name })
  expect(shown).toBe('NAME\nZoë\ufffd[2J\ufffd1m\ufffd!')
  expect(jsonOf(nasty)).toBe('"Zoë\\u001b[2J\\u009b1m\\u202e!"')
  expect(JSON.parse(jsonOf(nasty))).toBe(nasty)
})

test('a terminal sees a bar with rate and time left, and a file sees a line for each upload', () => {
  const parts = [
    { name: 'a.pdf', bytes: { length: 60_000 } },
    { name: 'b.pdf', bytes: { length: 40_000 } },
  ]
  const seen = (isTTY: boolean, isQuiet = false) => {
    const said: string[] = []
    let time = 0
    const now = () => time
    const progress = openProgress({ isTTY, write: (more) => said.push(more) }, parts, { now, isQuiet })
    time = 1_000
    progress.moved(0, 30_000)
    time = 2_000
    progress.moved(1, 40_000)
    progress.moved(0, 60_000)
    progress.end()
    return said.join('')
  }
  expect(seen(true).split('\r\u001b[K')).toEqual([
    '',
    `[${'#'.repeat(9)}${'.'.repeat(21)}]  30 % 30 kB/s, 3 s left a.pdf`,
    `[${'#'.repeat(21)}${'.'.repeat(9)}]  70 % 35 kB/s, 1 s left b.pdf`,
    'Uploaded. Extracting data',
    '',
  ])
  expect(seen(false)).toBe('Uploaded b.pdf (40 kB), 1 of 2\nUploaded a.pdf (60 kB), 2 of 2\n')
  expect(seen(false, true)).toBe('')
})

test('requests of more than a second show how long they take', async () => {
  const seen = async (isTTY: boolean, isQuiet = false) => {
    const said: string[] = []
    let time = 0
    const activity = openActivity({ isTTY, write: (more) => said.push(more) }, { now: () => time, isQuiet })
    const at = (ms: number) => {
      time = ms
      activity.tick()
    }
    time = 500
    await activity.during(async () => at(1_400))
    await activity.during(async () => {
      at(2_500)
      at(5_500)
    })
    // A later piece of work is shown again.
    time = 9_000
    await activity.during(async () => at(9_900))
    activity.pause()
    await activity.during(async () => at(60_000))
    return said.join('')
  }
  expect((await seen(true)).split('\r\u001b[K')).toEqual([
    '',
    'Waiting for the API, 2 s, 2 requests, 1.0 a second',
    'Waiting for the API, 5 s, 2 requests, 0.4 a second',
    '',
  ])
  expect(await seen(false)).toBe('Waiting for the API, 5 s, 2 requests, 0.4 a second\n')
  expect(await seen(false, true)).toBe('')
})

test.each([
  ['users lst', ['users list']],
  ['users lint', ['users list', 'users link']],
  ['user list', ['users list']],
  ['webhook tset', ['webhooks test']],
  ['evnets', ['events']],
  ['trigger account-status-change', ['trigger account-status-changed']],
  ['sandbox colck', ['sandbox clock']],
  ['quite different', []],
])('%s: did you mean', (line, expected) => {
  const names = commands.map(({ name }) => name)
  expect(suggest(line.split(' '), names)).toEqual(expected)
})
