import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parseBlocks } from '../../docs/samples/blocks.ts'

const page = new URL('../../docs/operations/postgresql-upgrade.md', import.meta.url)
const project = fileURLToPath(new URL('../../', import.meta.url))

/** The steps of the runbook that an operator runs at a prompt: the headings of its sections. */
export type RunbookSection = 'Prepare the new cell' | 'Move the clients' | 'Verify'

/** Returns the commands of a section, block by block, as the page prints them. */
export function commandsOf(section: RunbookSection): string[] {
  const markdown = readFileSync(page, 'utf8')
  const text = markdown.split(/^## /m).find((part) => part.startsWith(`${section}\n`))
  const commands = parseBlocks(text ?? '')
    .filter(({ language, marks }) => language === 'sh' && !marks['not-run'])
    .map(({ code }) => code)
  if (commands.length === 0) throw new Error(`the runbook has no commands under "${section}"`)
  return commands
}

/** Runs the commands of a section with these shell variables, and returns the lines of JSON that they printed. */
export async function runSection(section: RunbookSection, variables: Record<string, string>) {
  const env = { ...variables, PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter) }
  const reports: Record<string, unknown>[] = []
  for (const commands of commandsOf(section)) {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands], {
      cwd: project,
      env,
    })
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
    reports.push(...lines.map((line) => JSON.parse(line)))
  }
  return reports
}
