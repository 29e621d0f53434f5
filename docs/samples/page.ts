import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type Block, blocksOf, isShown } from './blocks.ts'
import type { Visit } from './browser.ts'
import { openShell, openTerminal, type Place, type Terminal } from './shell.ts'

export type Page = { path: string; blocks: Block[] }
/** `settings` are those of `.dev/env`: a shell has to read it. */
type Surroundings = Place & { project: string; settings: Record<string, string>; visit: Visit }

export async function readPage(project: string, path: string): Promise<Page> {
  try {
    return { path, blocks: blocksOf(await readFile(join(project, path), 'utf8')) }
  } catch (error) {
    throw new Error(`${path}, ${(error as Error).message}`)
  }
}

/** What a reader would do with it, from top to bottom; the first thing that does not work is thrown, with its line. */
export async function runPage({ path, blocks }: Page, place: Surroundings) {
  const page = openPage(path, place)
  let at = 0
  try {
    for (const block of blocks) {
      at = block.line
      await page.take(block)
    }
    at = blocks.find(isPiece)?.line ?? at
    await page.runModule(moduleOf(blocks))
  } catch (error) {
    throw new Error(`${path}:${at}: ${(error as Error).message}`)
  } finally {
    await page.close()
  }
}

/** Code without a file of its own: the pieces of a page are one module, as if copied one under the other. */
export function moduleOf(blocks: Block[]) {
  return blocks
    .filter(isPiece)
    .map(({ code }) => code)
    .join('\n')
}

const isCode = ({ language }: Block) => language === 'ts' || language === 'js'
const isPiece = (block: Block) => isCode(block) && !Object.keys(block.marks).length

/** A page whose blocks are taken one after the other by somebody who closes it in the end. */
export function openPage(path: string, place: Surroundings) {
  const { folder, env, settings, project, visit } = place
  const shell = openShell(place)
  const terminals = new Map<string, Terminal>()
  const expected: string[] = []
  let before: { printed: string } | { isCode: true } | undefined

  function terminal(name: string) {
    const found = terminals.get(name)
    if (!found) throw new Error(`there is no terminal ${name} yet`)
    return found
  }

  async function take(block: Block) {
    const { language, code, marks } = block
    const last = before
    before = undefined
    if (marks['not-run']) return
    if (marks.from) return quotes(code, await readFile(join(project, path, '..', marks.from), 'utf8'))
    if (language === 'json') return checkJson(code, marks.schema, project)
    if (language === 'text') return marks.terminal ? shows(code, marks.terminal) : compares(code, last)
    if (marks.file) await writeFile(join(folder, marks.file), code)
    if (language === 'html') return opens(marks)
    if (language !== 'sh') before = marks.file ? undefined : { isCode: true }
    else if (marks.terminal) await starts(code, marks.terminal, marks.until)
    else before = { printed: definedOnly(await shell.run(code)) }
  }

  async function starts(code: string, name: string, until: string | undefined) {
    if (!until) throw new Error('a terminal needs until="…": how is it known that it is ready?')
    terminals.set(name, openTerminal(code, place))
    await terminal(name).shows(until, (said) => said.includes(until))
  }

  const shows = (text: string, name: string) =>
    terminal(name).shows(text, (said) => isShown(text, said, 'somewhere'))

  function compares(text: string, last: typeof before) {
    if (!last) throw new Error('a text that is printed by nothing')
    if ('isCode' in last) return void expected.push(text)
    if (!isShown(text, last.printed, 'all'))
      throw new Error(`expected\n${text}\nbut it prints\n${last.printed}`)
  }

  /** The page is at the first address that the terminal has shown. */
  async function opens({ terminal: name, press, until }: Block['marks']) {
    if (!name || !press || !until) throw new Error('a page needs terminal, press and until')
    const [url] = /http:\S+/.exec(terminal(name).said()) ?? []
    if (!url) throw new Error(`terminal ${name} names no address`)
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
  return { take, runModule, close }
}

/** A value that an answer does not have is printed as undefined, and nothing fails. */
function definedOnly(printed: string) {
  if (/^undefined$/m.test(printed)) throw new Error(`it prints undefined:\n${printed}`)
  return printed
}

function quotes(code: string, source: string) {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  if (!plain(source).includes(plain(code))) throw new Error('the file does not say so')
}

/** Held against a schema of the API, if it is marked with its name; it has nothing that the schema does not know. */
async function checkJson(code: string, schema: string | undefined, project: string) {
  const value = JSON.parse(code)
  if (!schema) return
  const text = await readFile(join(project, 'server/openapi.json'), 'utf8')
  const { schemas } = JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')).components
  if (!schemas[schema]) throw new Error(`the API has no schema ${schema}`)
  z.fromJSONSchema({ $ref: `#/$defs/${schema}`, $defs: schemas }).parse(value)
}
