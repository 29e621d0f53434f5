import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vitepress'
import { describeForModels } from './llms.ts'
import { pages } from './pages.ts'
import { referenceSources, writeReference } from './reference/write.ts'
import { type Staged, stage } from './stage.ts'

// `npm run docs:build`: builds the documentation site from Markdown into the folder that the server serves.

const here = fileURLToPath(new URL('.', import.meta.url))
const project = fileURLToPath(new URL('../..', import.meta.url))

const notes = `Every page below is Markdown. The API is described in [openapi.json](/openapi.json), all pages in one file are
[llms-full.txt](/docs/llms-full.txt).
`

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(project, 'web/dist/docs') },
    // Skips the build if no source has changed since the last build.
    'if-changed': { type: 'boolean', default: false },
  },
})
// The highest quality is used, because files are compressed only once per build.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

if (!values['if-changed'] || hasChanged(values.out)) await buildSite(values.out)

function hasChanged(out: string) {
  const last = join(out, 'llms.txt')
  if (!existsSync(last)) return true
  const builtAt = statSync(last).mtimeMs
  const sources = [
    ...globSync('docs/**/*.*', { cwd: project }),
    ...pages.map(({ source }) => source),
    ...referenceSources,
  ]
  return sources.some(
    (path) => !existsSync(join(project, path)) || statSync(join(project, path)).mtimeMs > builtAt,
  )
}

async function buildSite(out: string) {
  const startedAt = performance.now()
  // Each build has a separate folder, because tests and a developer may build at the same time. It is outside the
  // project, because VitePress's bundler does not understand our tsconfig.json.
  const folder = mkdtempSync(join(tmpdir(), 'payproof-docs-'))
  try {
    const staged = stage(project, folder)
    configure(folder)
    process.chdir(folder)
    await build(folder)
    const built = join(folder, '.vitepress/dist')
    cpSync(join(folder, 'images'), join(built, 'images'), { recursive: true })
    writeMarkdownPages(built, staged)
    writeReference(built)
    compress(built)
    rmSync(out, { recursive: true, force: true })
    cpSync(built, out, { recursive: true })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${staged.length} pages of documentation in ${out} (${seconds} s)\n`)
  } finally {
    process.chdir(project)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Writes the configuration and theme where VitePress looks for them. */
function configure(folder: string) {
  const settings = join(folder, '.vitepress')
  mkdirSync(join(settings, 'theme'), { recursive: true })
  // The import path is a variable, so that our configuration is loaded by Node and not by VitePress's bundler.
  const config = `const path = '${join(here, 'config.ts')}'\nexport default (await import(path)).config\n`
  writeFileSync(join(settings, 'config.mjs'), config)
  writeFileSync(
    join(settings, 'theme/index.js'),
    `export { theme as default } from '${join(here, 'theme.ts')}'\n`,
  )
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(here, 'icon.svg'), join(folder, 'public/icon.svg'))
}

/** Writes every page as Markdown, the index llms.txt, and all pages in llms-full.txt. */
function writeMarkdownPages(built: string, staged: Staged[]) {
  for (const { address, markdown } of staged) writeFileSync(join(built, `${address}.md`), markdown)
  writeFileSync(
    join(built, 'llms.txt'),
    describeForModels(notes, ({ address }) => `/docs/${address}.md`),
  )
  writeFileSync(
    join(built, 'llms-full.txt'),
    staged.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n'),
  )
}

/** Compresses files at build time, so that the server does not compress on every request. */
function compress(built: string) {
  for (const name of globSync('**/*.{html,js,css,md,txt,svg}', { cwd: built })) {
    const file = join(built, name)
    const plain = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(plain, brotliOptions))
  }
}
