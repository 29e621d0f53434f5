import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, matchesGlob, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  type Copy,
  type Dockerfile,
  DockerfileParser,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast'
import { inside, run, type Stage, tell } from './stage.ts'

// `npm run rehearse:image`: every command of the Dockerfile, run in an empty Debian without Docker; then one-machine.ts starts the images
// as compose.yaml does. As root, on Debian, some minutes. `--folder DIR` keeps the images there, and makes none if they are there.

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'payproof-image-'))
const file: Dockerfile = DockerfileParser.parse(readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'))
const debian = 'http://deb.debian.org/'
const stages = new Map<string, Stage>()
const made = join(folder, 'stages.json')
let current: Stage | undefined

try {
  if (!existsSync(made)) makeImages()
  // A network of its own: services have the names and ports that compose.yaml gives them, and nobody can be reached.
  const program = fileURLToPath(new URL('one-machine.ts', import.meta.url))
  const { status } = spawnSync('unshare', ['--net', process.execPath, program, made], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  if (!values.folder) rmSync(folder, { recursive: true, force: true })
}

function makeImages() {
  tell('an empty Debian with the Node that the project pins')
  mkdirSync(folder, { recursive: true })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file names it.
  stages.set('${NODE}', makeBase())
  for (const instruction of file.getInstructions()) follow(instruction)
  writeFileSync(made, JSON.stringify(Object.fromEntries(stages)))
}

/** What `node:…-bookworm-slim` is: Debian's smallest, Node and npm. */
function makeBase(): Stage {
  const root = join(folder, 'base')
  run('debootstrap', [
    '--variant=minbase',
    '--include=ca-certificates,libatomic1',
    'bookworm',
    root,
    `${debian}debian`,
  ])
  const security = `deb ${debian}debian-security bookworm-security main`
  appendFileSync(join(root, 'etc/apt/sources.list'), `${security}\n`)
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  const npm = join(execFileSync('npm', ['root', '-g']).toString().trim(), 'npm')
  cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, dereference: true })
  inside(root, ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
  return { root, env: {}, cwd: '/', user: '0:0', says: {} }
}

function follow(instruction: Instruction) {
  const text = instruction.getArgumentsContent() ?? ''
  const stage = current as Stage
  switch (instruction.getKeyword()) {
    case 'ARG':
      return
    case 'FROM': {
      const [from = '', , name = ''] = instruction.getArguments().map((part) => part.getValue())
      tell(`stage ${name}`)
      const base = stages.get(from)
      if (!base) throw new Error(`There is no stage ${from}`)
      const root = join(folder, name)
      run('cp', ['-a', '--reflink=auto', base.root, root])
      current = { ...structuredClone(base), root }
      stages.set(name, current)
      return
    }
    case 'WORKDIR':
      stage.cwd = resolve(stage.cwd, text)
      mkdirSync(join(stage.root, stage.cwd), { recursive: true })
      return
    case 'ENV':
      for (const pair of text.split(/\s+/)) stage.env[pair.split('=')[0] ?? ''] = pair.split('=')[1] ?? ''
      return
    case 'COPY':
      return copy(instruction as Copy, stage)
    case 'RUN':
      tell(`  ${text.replaceAll(/\s*\\\n\s*/g, ' ')}`)
      inside(stage.root, ['sh', '-c', text], stage)
      return
    case 'USER':
      stage.user = text
      return
    case 'EXPOSE':
      return
    case 'HEALTHCHECK':
      stage.says.HEALTHCHECK = JSON.parse(text.slice(text.indexOf('[')))
      return
    case 'ENTRYPOINT':
    case 'CMD':
      stage.says[instruction.getKeyword()] = (instruction as JSONInstruction)
        .getJSONStrings()
        .map((part) =>
          JSON.parse(part.getJSONValue() === undefined ? '""' : JSON.stringify(part.getJSONValue())),
        )
      return
    default:
      throw new Error(`This script does not know ${instruction.getKeyword()}`)
  }
}

function copy(instruction: Copy, stage: Stage) {
  const from = instruction.getFromFlag()?.getValue()
  const paths = instruction.getArguments().map((part) => part.getValue())
  const target = paths.pop() ?? ''
  const place = join(stage.root, resolve(stage.cwd, target))
  for (const path of paths) {
    const source = from ? join(stages.get(from)?.root ?? '', path) : join(context(), path)
    const isFolder = statSync(source).isDirectory()
    const goal = isFolder || !(target.endsWith('/') || target === './') ? place : join(place, basename(path))
    mkdirSync(dirname(goal), { recursive: true })
    cpSync(source, goal, { recursive: true, verbatimSymlinks: true })
  }
}

/** What Docker would be sent: the files of the checkout without those that are ignored. */
function context() {
  const place = join(folder, 'context')
  if (existsSync(place)) return place
  const ignored = readFileSync(join(project, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const isIgnored = (path: string) =>
    ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
  })
  for (const path of listed.toString().split('\0').filter(Boolean)) {
    if (isIgnored(path) || !existsSync(join(project, path))) continue
    mkdirSync(dirname(join(place, path)), { recursive: true })
    cpSync(join(project, path), join(place, path))
  }
  return place
}
