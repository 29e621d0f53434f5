import type { Payproof } from '@payproof/sdk'
import type { Settings } from './config.ts'
import type { Prompt } from './prompt.ts'

export type Option = {
  does: string
  kind: 'flag' | 'text' | 'texts' | 'number'
  /** What help calls the value. */
  value?: string
  /** The only values there are. */
  words?: readonly string[]
  usual?: string | number
  isRequired?: true
}

export type Options = Readonly<Record<string, Option>>

type Word<O> = O extends { words: readonly (infer W)[] } ? W : string
type Missing<O> = O extends { isRequired: true } | { usual: string | number } ? never : undefined
type Value<O extends Option> = O['kind'] extends 'flag'
  ? boolean
  : O['kind'] extends 'texts'
    ? Word<O>[]
    : (O['kind'] extends 'number' ? number : Word<O>) | Missing<O>

/** What was asked for, checked against the command. */
export type Asked<Takes extends readonly string[], Has extends Options> = {
  args: { [Name in Takes[number]]: string }
  rest: string[]
  options: { -readonly [Name in keyof Has]: Value<Has[Name]> }
}

/** What a command says: the same as data and as text. A refusal is an answer that ends with 1. */
export type Answer = { json: unknown; text: string; isRefusal?: boolean }

/** What commands find around them. */
export type Program = {
  commands: readonly Command[]
  settings: Settings
  /** As whoever the environment or the file says. */
  client: () => Promise<Payproof>
  wantsJson: boolean
  print: (text: string) => void
  /** For people, beside the answer. */
  note: (text: string) => void
  ask: Prompt
}

type Definition<Takes extends readonly string[], Has extends Options> = {
  /** As it is typed: a noun and a verb, or one word. */
  name: string
  does: string
  /** What help says besides. */
  about?: string
  takes?: Takes
  /** What may come any number of times, after what it takes. */
  rest?: string
  options?: Has
  run(asked: Asked<Takes, Has>, program: Program): Promise<Answer | undefined> | Answer
}

export type Command = Omit<Definition<readonly string[], Options>, 'run'> & {
  takes: readonly string[]
  options: Options
  run(asked: Asked<readonly string[], Options>, program: Program): Promise<Answer | undefined> | Answer
}

/** Remembers what a command takes, so that its code cannot ask for anything else. */
export const command = <
  const Takes extends readonly string[] = [],
  const Has extends Options = Record<never, Option>,
>(
  definition: Definition<Takes, Has>,
): Command => ({ takes: [], options: {}, ...definition }) as unknown as Command
