import type { Payproof } from '@payproof/sdk'
import type { CliSettings } from './config.ts'
import type { Activity } from './progress.ts'
import type { Prompt } from './prompt.ts'

export type CommandOption = {
  does: string
  kind: 'flag' | 'text' | 'texts' | 'number'
  /** Placeholder for the value in help texts. */
  value?: string
  /** The allowed values. */
  words?: readonly string[]
  defaultValue?: string | number
  isRequired?: true
}

export type CliOptions = Readonly<Record<string, CommandOption>>

type Word<O> = O extends { words: readonly (infer W)[] } ? W : string
type Missing<O> = O extends { isRequired: true } | { defaultValue: string | number } ? never : undefined
type Value<O extends CommandOption> = O['kind'] extends 'flag'
  ? boolean
  : O['kind'] extends 'texts'
    ? Word<O>[]
    : (O['kind'] extends 'number' ? number : Word<O>) | Missing<O>

/** Parsed arguments and options of one call. */
export type ParsedCall<Takes extends readonly string[], Has extends CliOptions> = {
  args: { [Name in Takes[number]]: string }
  rest: string[]
  options: { -readonly [Name in keyof Has]: Value<Has[Name]> }
}

/** A command's result as data and as text. With `isRefusal`, the exit code is 1. */
export type CommandResult = { json: unknown; text: string; isRefusal?: boolean }

/** Everything that a command may use: prompts, output, files and the API client. */
export type CommandContext = {
  commands: readonly CliCommand[]
  settings: CliSettings
  /** Opens an API client with the credentials from the environment or the file. */
  client: () => Promise<Payproof>
  /** Like the global fetch, but shows that requests are in flight, as `client` does. */
  fetch: typeof fetch
  activity: Activity
  wantsJson: boolean
  print: (text: string) => void
  /** Writes to stderr, for the person at the terminal. */
  note: (text: string) => void
  ask: Prompt
}

type Definition<Takes extends readonly string[], Has extends CliOptions> = {
  /** Name as typed: a noun and a verb, or one word. */
  name: string
  does: string
  /** Additional paragraphs for the help text. */
  about?: string
  takes?: Takes
  /** Name of the last argument, if it may be repeated. */
  rest?: string
  options?: Has
  run(
    parsed: ParsedCall<Takes, Has>,
    program: CommandContext,
  ): Promise<CommandResult | undefined> | CommandResult
}

export type CliCommand = Omit<Definition<readonly string[], CliOptions>, 'run'> & {
  takes: readonly string[]
  options: CliOptions
  run(
    parsed: ParsedCall<readonly string[], CliOptions>,
    program: CommandContext,
  ): Promise<CommandResult | undefined> | CommandResult
}

/** Defines a command. Its code can use only the arguments and options that it declares; others do not compile. */
export const command = <
  const Takes extends readonly string[] = [],
  const Has extends CliOptions = Record<never, CommandOption>,
>(
  definition: Definition<Takes, Has>,
): CliCommand => ({ takes: [], options: {}, ...definition }) as unknown as CliCommand
