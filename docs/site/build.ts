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
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vitepress'
import { collectionSource, pages, sections } from './pages.ts'
import { type Staged, stage } from './stage.ts'

// `npm run docs:build`: the documentation from its Markdown, into the folder that the server shows.

const here = fileURLToPath(new URL('.', import.meta.url))
const project = fileURLToPath(new URL('../..', import.meta.url))
const tokens = 'web/ui/tokens.css'

const introduction = `# Payproof

> An open payroll and income data service: a person agrees and connects a payroll account, the tax authority or uploads papers;
> verified income comes back by API and webhook.

Every page below is Markdown. The API is described in [openapi.json](/openapi.json), all pages in one file are
[llms-full.txt](/docs/llms-full.txt).
`

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(project, 'web/dist/docs') },
    // Nothing is done where nothing has changed since the last build.
    'if-changed': { type: 'boolean', default: false },
  },
})
if (!values['if-changed'] || hasChanged(values.out)) await buildSite(values.out)

function hasChanged(out: string) {
  const last = join(out, 'llms.txt')
  if (!existsSync(last)) return true
  const builtAt = statSync(last).mtimeMs
  const sources = [...globSync('docs/**/*.*', { cwd: project }), ...pages.map(({ source }) => source), tokens]
  return sources.some(
    (path) => !existsSync(join(project, path)) || statSync(join(project, path)).mtimeMs > builtAt,
  )
}

async function buildSite(out: string) {
  const startedAt = performance.now()
  // A folder of its own for each build: tests and a developer may build at the same time. It is outside of the project,
  // whose tsconfig.json is newer than the generator's bundler.
  const folder = mkdtempSync(join(tmpdir(), 'payproof-docs-'))
  try {
    const staged = stage(project, folder)
    configure(folder)
    process.chdir(folder)
    await build(folder)
    const built = join(folder, '.vitepress/dist')
    cpSync(join(folder, 'images'), join(built, 'images'), { recursive: true })
    writeForPrograms(built, staged)
    writeReferenceLook(built)
    pack(built)
    rmSync(out, { recursive: true, force: true })
    cpSync(built, out, { recursive: true })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(`${staged.length} pages of documentation in ${out} (${seconds} s)\n`)
  } finally {
    process.chdir(project)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The generator looks for these in the folder of the pages. */
function configure(folder: string) {
  const own = join(folder, '.vitepress')
  mkdirSync(join(own, 'theme'), { recursive: true })
  // By a name that is only known when it runs: Node reads our configuration, and not the generator's bundler.
  const config = `const at = '${join(here, 'config.ts')}'\nexport default (await import(at)).config\n`
  writeFileSync(join(own, 'config.mjs'), config)
  writeFileSync(join(own, 'theme/index.js'), `export { theme as default } from '${join(here, 'theme.ts')}'\n`)
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  cpSync(join(here, 'icon.svg'), join(folder, 'public/icon.svg'))
  cpSync(join(project, collectionSource), join(folder, 'public', basename(collectionSource)))
}

/** Every page as Markdown, an index of them, and all of them in one file. */
function writeForPrograms(built: string, staged: Staged[]) {
  for (const { address, markdown } of staged) writeFileSync(join(built, `${address}.md`), markdown)
  const chapters = sections.map(({ title, pages }) => {
    const lines = pages.map(({ title, address, about }) => `- [${title}](/docs/${address}.md): ${about}\n`)
    return `## ${title}\n${lines.join('')}`
  })
  writeFileSync(join(built, 'llms.txt'), [introduction, ...chapters].join('\n'))
  writeFileSync(
    join(built, 'llms-full.txt'),
    staged.map(({ markdown }) => markdown.trim()).join('\n\n---\n\n'),
  )
}

/** The look of the API reference, which another program draws. */
function writeReferenceLook(built: string) {
  const sheets = [join(project, tokens), join(here, 'reference.css')]
  writeFileSync(join(built, 'reference.css'), sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n'))
}

/** Once here and not at every request. */
function pack(built: string) {
  for (const name of globSync('**/*.{html,js,css,md,txt,svg}', { cwd: built })) {
    const file = join(built, name)
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
  }
}
