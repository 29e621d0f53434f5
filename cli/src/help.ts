import type { CliCommand, CliOptions, CommandOption } from './command.ts'

/** Options of every command. */
export const common = {
  json: { kind: 'flag', does: 'prints JSON, errors too' },
  help: { kind: 'flag', does: 'says what this does' },
} as const satisfies CliOptions

const exitCodes =
  'It ends with 0, or 1 when something was refused, 2 when it was not asked rightly, 3 when the API was not reached.'

export function helpOf(commands: readonly CliCommand[], said: readonly string[]): string {
  const name = said.join(' ')
  const one = commands.find((command) => command.name === name)
  if (one) return helpOfOne(one)
  const some = commands.filter((command) => name === '' || command.name.startsWith(`${name} `))
  const lines = some.map((command) => [usageOf(command), command.does] as const)
  return [
    `Usage: payproof ${name ? `${name} ` : ''}COMMAND [--json] [--help]`,
    '',
    ...listed(lines),
    '',
    exitCodes,
  ].join('\n')
}

function helpOfOne({ about, options, ...command }: CliCommand) {
  const all = Object.entries({ ...options, ...common }).map(
    ([name, option]) => [nameOf(name, option), saidOf(option)] as const,
  )
  return [
    `Usage: payproof ${usageOf({ ...command, options })}`,
    '',
    sentence(command.does),
    ...(about ? ['', about] : []),
    '',
    ...listed(all),
  ].join('\n')
}

function usageOf({ name, takes, rest, options }: CliCommand) {
  const needed = Object.entries(options).filter(([, option]) => option.isRequired)
  return [
    name,
    ...takes,
    ...(rest ? [`${rest}...`] : []),
    ...needed.map(([option, what]) => nameOf(option, what)),
  ].join(' ')
}

const nameOf = (name: string, { kind, value, words }: CommandOption) =>
  kind === 'flag'
    ? `--${name}`
    : `--${name} ${words?.join('|') ?? value ?? (kind === 'number' ? 'N' : 'TEXT')}`

const saidOf = ({ does, kind, usual }: CommandOption) =>
  [
    does,
    ...(kind === 'texts' ? ['may be repeated'] : []),
    ...(usual === undefined ? [] : [`${usual} if left out`]),
  ].join('; ')

function listed(lines: (readonly [string, string])[]) {
  const width = Math.min(44, Math.max(...lines.map(([left]) => left.length)))
  return lines.flatMap(([left, right]) =>
    left.length > width
      ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`]
      : [`  ${left.padEnd(width)}  ${right}`],
  )
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
