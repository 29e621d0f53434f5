import { readFile } from 'node:fs/promises'
import type { CommandContext, CommandResult } from './command.ts'
import { commands } from './commands/all.ts'
import { readSettings } from './config.ts'
import { openClient } from './connection.ts'
import { failureOf } from './failure.ts'
import { exits } from './fault.ts'
import { helpOf } from './help.ts'
import { findCommand, parseWords } from './parse.ts'
import { openActivity } from './progress.ts'
import { openPrompt } from './prompt.ts'
import { suggest } from './suggest.ts'
import { jsonOf, plain } from './text.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)
const note = (text: string) => process.stderr.write(`${text}\n`)

/** Runs the command given by the words and returns the exit code. */
export async function run(words: string[]): Promise<number> {
  const [first] = words
  if (first === '--version') return tell(await version())
  if (first === '--help' || first === 'help') return tell(helpOf(commands, words.slice(1)))
  const found = findCommand(commands, words)
  if (!found) return offerHelp(words)
  try {
    const { wantsHelp, wantsJson, ...parsed } = parseWords(found, words.slice(found.name.split(' ').length))
    if (wantsHelp) return tell(helpOf(commands, found.name.split(' ')))
    const settings = readSettings()
    const activity = openActivity(process.stderr, { isQuiet: wantsJson })
    const watched: typeof fetch = (input, init) => activity.during(() => fetch(input, init))
    const program: CommandContext = {
      commands,
      settings,
      client: () => openClient(settings, watched),
      fetch: watched,
      activity,
      wantsJson,
      print,
      note,
      ask: openPrompt(),
    }
    return show(await found.run(parsed, program), wantsJson)
  } catch (error) {
    const { text, exit } = failureOf(error, words.includes('--json'))
    note(text)
    return exit
  }
}

function show(answer: CommandResult | undefined, wantsJson: boolean) {
  if (!answer) return exits.done
  print(wantsJson ? jsonOf(answer.json, 2) : answer.text)
  return answer.isRefusal ? exits.refused : exits.done
}

function tell(text: string) {
  print(text)
  return exits.done
}

/** Prints the commands of a noun that was typed alone or with an unknown verb. */
function offerHelp(words: string[]) {
  const nouns = new Set(commands.map(({ name }) => name.split(' ')[0]))
  const [noun = '', verb] = words
  const about = nouns.has(noun) ? [noun] : []
  if (words.includes('--help')) return tell(helpOf(commands, about))
  const isUnknown = noun !== '' && (about.length === 0 || verb !== undefined)
  note(`${isUnknown ? `payproof: ${unknownCommand(words)}\n\n` : ''}${helpOf(commands, about)}`)
  return exits.usage
}

function unknownCommand(words: string[]) {
  const said = words.filter((word) => !word.startsWith('-')).slice(0, 2)
  const meant = suggest(
    said,
    commands.map(({ name }) => name),
  )
  const hint =
    meant.length > 0 ? `\nDid you mean: ${meant.map((name) => `payproof ${name}`).join(', ')}?` : ''
  return plain(`unknown command: ${said.join(' ')}`) + hint
}

async function version() {
  return JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version
}
