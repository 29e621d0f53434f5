import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Block, isShown, parseBlocks } from './blocks.ts'
import type { Visit } from './browser.ts'
import { openShell, openTerminal, type ShellOptions, type Terminal } from './shell.ts'

export type SamplePage = { path: string; blocks: Block[] }
/** `settings` are the variables of `.dev/env`, which shell blocks must source. */
type PageOptions = ShellOptions & { project: string; settings: Record<string, string>; visit: Visit }

export async function readPage(project: string, path: string): Promise<SamplePage> {
  try {
    return { path, blocks: parseBlocks(await readFile(join(project, path), 'utf8')) }
  } catch (error) {
    throw new Error(`${path}, ${(error as Error).message}`)
  }
}

/** Runs all blocks of a page in order. Throws at the first block that fails, with its line. */
export async function runPage({ path, blocks }: SamplePage, options: PageOptions) {
  const page = openPage(path, options)
  let line = 0
  try {
    for (const block of blocks) {
      line = block.line
      await page.runBlock(block)
    }
    line = blocks.find(isModulePart)?.line ?? line
    await page.runModule(joinModule(blocks))
  } catch (error) {
    throw new Error(`${path}:${line}: ${(error as Error).message}`)
  } finally {
    await page.close()
  }
}

/** Concatenates the TypeScript and JavaScript blocks without marks into one module, as a reader would. */
export function joinModule(blocks: Block[]) {
  return blocks
    .filter(isModulePart)
    .map(({ code }) => code)
    .join('\n')
}

const isCode = ({ language }: Block) => language === 'ts' || language === 'js'
const isModulePart = (block: Block) => isCode(block) && !Object.keys(block.marks).length

/** Opens a page whose blocks the caller runs one by one; the caller must close it. */
export function openPage(path: string, options: PageOptions) {
  const { folder, env, settings, project, visit } = options
  const shell = openShell(options)
  const terminals = new Map<string, Terminal>()
  const expected: string[] = []
  let previous: { printed: string } | { isCode: true } | undefined

  function terminal(name: string) {
    const opened = terminals.get(name)
    if (!opened) throw new Error(`there is no terminal ${name} yet`)
    return opened
  }

  async function runBlock(block: Block) {
    const { language, code, marks } = block
    const last = previous
    previous = undefined
    if (marks['not-run']) return
    if (marks.from) return checkQuote(code, await readFile(join(project, path, '..', marks.from), 'utf8'))
    if (language === 'json') return checkJson(code, marks.schema, project)
    if (language === 'text')
      return marks.terminal ? waitForText(code, marks.terminal) : compareOutput(code, last)
    if (marks.file) await writeFile(join(folder, marks.file), code)
    if (language === 'html') return visitPage(marks)
    if (language !== 'sh') previous = marks.file ? undefined : { isCode: true }
    else if (marks.terminal) await startTerminal(code, marks.terminal, marks.until)
    else previous = { printed: definedOnly(await shell.run(code)) }
  }

  async function startTerminal(code: string, name: string, until: string | undefined) {
    if (!until) throw new Error('a terminal needs until="…", the text that shows that it is ready')
    terminals.set(name, openTerminal(code, options))
    await terminal(name).waitFor(until, (output) => output.includes(until))
  }

  const waitForText = (text: string, name: string) =>
    terminal(name).waitFor(text, (output) => isShown(text, output, 'somewhere'))

  function compareOutput(text: string, last: typeof previous) {
    if (!last) throw new Error('an output block that follows no command')
    if ('isCode' in last) return void expected.push(text)
    if (!isShown(text, last.printed, 'all'))
      throw new Error(`expected\n${text}\nbut it prints\n${last.printed}`)
  }

  /** Opens the first URL that the terminal has printed. */
  async function visitPage({ terminal: name, press, until }: Block['marks']) {
    if (!name || !press || !until) throw new Error('a page needs terminal, press and until')
    const [url] = /http:\S+/.exec(terminal(name).output()) ?? []
    if (!url) throw new Error(`terminal ${name} printed no URL`)
    await visit({ url, press, until })
  }

  async function runModule(code: string) {
    if (!code) return
    const file = join(folder, 'page.ts')
    await writeFile(file, code)
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      cwd: folder,
      env: { ...env, ...settings },
    })
    for (const text of expected)
      if (!isShown(text, stdout, 'somewhere')) throw new Error(`expected\n${text}\nbut it prints\n${stdout}`)
  }

  async function close() {
    await Promise.all([...terminals.values(), shell].map((one) => one.close()))
  }
  return { runBlock, runModule, close }
}

/** Throws if a sample prints undefined, which indicates a missing field of a reply. */
function definedOnly(printed: string) {
  if (/^undefined$/m.test(printed)) throw new Error(`it prints undefined:\n${printed}`)
  return printed
}

function checkQuote(code: string, source: string) {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  if (!plain(source).includes(plain(code))) throw new Error('the file does not contain this text')
}

/** Validates JSON, and if the block names an API schema, validates it against that schema. */
async function checkJson(code: string, schema: string | undefined, project: string) {
  const value = JSON.parse(code)
  if (!schema) return
  const text = await readFile(join(project, 'server/openapi.json'), 'utf8')
  const { schemas } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')).components
  if (!schemas[schema]) throw new Error(`the API has no schema ${schema}`)
  z.fromJSONSchema({ $ref: `#/$defs/${schema}`, $defs: schemas }).parse(value)
}
