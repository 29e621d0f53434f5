import { parseArgs } from 'node:util'
import type { CliCommand, CliOptions, CommandOption, ParsedCall } from './command.ts'
import { CliError } from './fault.ts'
import { common } from './help.ts'

type Parsed = ParsedCall<readonly string[], CliOptions> & { wantsJson: boolean; wantsHelp: boolean }

/** Finds the command named by the first words. */
export function findCommand(
  commands: readonly CliCommand[],
  words: readonly string[],
): CliCommand | undefined {
  return commands.find(({ name }) => name === words.slice(0, name.split(' ').length).join(' '))
}

/** Parses the remaining words against the command's arguments and options. */
export function parseWords({ name, takes, rest, options }: CliCommand, words: string[]): Parsed {
  const known = { ...options, ...common }
  const { values, positionals } = read(name, words, known)
  const { json, help, ...given } = values
  const wantsHelp = help === true
  const args = Object.fromEntries(takes.map((taken, n) => [taken, positionals[n] ?? '']))
  const more = positionals.slice(takes.length)
  if (!wantsHelp) {
    const lacking = takes[positionals.length] ?? (rest && more.length === 0 ? rest : undefined)
    if (lacking) throw usage(name, `${lacking} is required`)
    if (!rest && more.length > 0)
      throw usage(name, `Unexpected ${more.length === 1 ? 'argument' : 'arguments'}: ${more.join(' ')}`)
  }
  const entries = Object.entries(options).map(([option, what]) => [
    option,
    wantsHelp ? undefined : checked(name, option, what, given[option]),
  ])
  return { args, rest: more, options: Object.fromEntries(entries), wantsJson: json === true, wantsHelp }
}

function read(name: string, args: string[], known: CliOptions) {
  const options = Object.fromEntries(
    Object.entries(known).map(([option, { kind }]) => [
      option,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'texts' },
    ]),
  )
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    // Only the part of Node's message that names the option is kept; the rest is advice for programmers.
    throw usage(name, (error as Error).message.split('. ')[0] ?? '')
  }
}

function checked(
  name: string,
  option: string,
  { kind, words, defaultValue, isRequired }: CommandOption,
  given: unknown,
) {
  if (kind === 'flag') return given === true
  if (given === undefined && isRequired) throw usage(name, `--${option} is required`)
  if (given === undefined) return kind === 'texts' ? [] : defaultValue
  const texts = (kind === 'texts' ? given : [given]) as string[]
  for (const text of texts)
    if (words && !words.includes(text)) throw usage(name, `--${option} must be one of ${words.join(', ')}`)
  if (kind !== 'number') return given
  if (!/^[1-9]\d{0,6}$/.test(String(given)))
    throw usage(name, `--${option} must be a whole number of 1 or more`)
  return Number(given)
}

const usage = (name: string, problem: string) =>
  new CliError('usage', `${problem}. Run payproof ${name} --help for usage`)
