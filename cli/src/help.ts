import type { CliCommand, CliOptions, CommandOption } from './command.ts'

/** Options that every command has. */
export const common = {
  json: { kind: 'flag', does: 'print JSON, including errors' },
  help: { kind: 'flag', does: 'print help' },
} as const satisfies CliOptions

const exitCodes = 'Exit codes: 0 success, 1 request refused, 2 usage error, 3 API not reached.'

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
    `Usage: payproof ${usageOf({ ...command, options })} [OPTIONS]`,
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

const saidOf = ({ does, kind, defaultValue }: CommandOption) =>
  [
    does,
    ...(kind === 'texts' ? ['repeatable'] : []),
    ...(defaultValue === undefined ? [] : [`default: ${defaultValue}`]),
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
