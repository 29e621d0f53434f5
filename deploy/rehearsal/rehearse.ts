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
import { type ImageStage, print, run, runInRoot } from './stage.ts'

// `npm run rehearse:image`: builds the images of the Dockerfile without Docker, by running its instructions in a
// fresh Debian root. Then one-machine.ts starts them as compose.yaml does, small-install.ts as compose.small.yaml, and
// sandbox-image.ts starts the sandbox image; with arguments, only the named ones. Needs root on Debian and takes some
// minutes. `--folder DIR` keeps and reuses the images.

const { values, positionals: only } = parseArgs({
  options: { folder: { type: 'string' } },
  allowPositionals: true,
})
const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'payproof-image-'))
const file: Dockerfile = DockerfileParser.parse(readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'))
const debian = 'http://deb.debian.org/'
const stages = new Map<string, ImageStage>()
const stagesFile = join(folder, 'stages.json')
let current: ImageStage | undefined

try {
  if (!existsSync(stagesFile)) buildImages()
  // A separate network namespace is used, so that services can use the ports of compose.yaml and nothing outside is
  // reachable.
  const programs = only.length > 0 ? only : ['one-machine', 'small-install', 'sandbox-image']
  for (const name of programs) {
    print(`rehearsal: ${name}`)
    const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
    const { status } = spawnSync('unshare', ['--net', process.execPath, program, stagesFile], {
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = status ?? 1
  }
} finally {
  if (!values.folder) rmSync(folder, { recursive: true, force: true })
}

function buildImages() {
  print('base: minimal Debian with the Node version that the project pins')
  mkdirSync(folder, { recursive: true })
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the name that the Dockerfile uses.
  stages.set('${NODE}', buildBase())
  for (const instruction of file.getInstructions()) execute(instruction)
  writeFileSync(stagesFile, JSON.stringify(Object.fromEntries(stages)))
}

/** Builds the equivalent of the `node:…-bookworm-slim` image: minimal Debian, Node and npm. */
function buildBase(): ImageStage {
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
  runInRoot(root, ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
  return { root, env: {}, cwd: '/', user: '0:0', commands: {} }
}

function execute(instruction: Instruction) {
  const text = instruction.getArgumentsContent() ?? ''
  const stage = current as ImageStage
  switch (instruction.getKeyword()) {
    case 'ARG':
      return
    case 'FROM': {
      const [from = '', , name = ''] = instruction.getArguments().map((part) => part.getValue())
      print(`stage ${name}`)
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
      print(`  ${text.replaceAll(/\s*\\\n\s*/g, ' ')}`)
      runInRoot(stage.root, ['sh', '-c', text], stage)
      return
    case 'USER':
      stage.user = text
      return
    case 'EXPOSE':
    case 'VOLUME':
      return
    case 'HEALTHCHECK':
      stage.commands.HEALTHCHECK = JSON.parse(text.slice(text.indexOf('[')))
      return
    case 'ENTRYPOINT':
    case 'CMD':
      stage.commands[instruction.getKeyword()] = (instruction as JSONInstruction)
        .getJSONStrings()
        .map((part) =>
          JSON.parse(part.getJSONValue() === undefined ? '""' : JSON.stringify(part.getJSONValue())),
        )
      return
    default:
      throw new Error(`This script does not support ${instruction.getKeyword()}`)
  }
}

function copy(instruction: Copy, stage: ImageStage) {
  const from = instruction.getFromFlag()?.getValue()
  const paths = instruction.getArguments().map((part) => part.getValue())
  const target = paths.pop() ?? ''
  const destination = join(stage.root, resolve(stage.cwd, target))
  for (const path of paths) {
    const source = from ? join(stages.get(from)?.root ?? '', path) : join(prepareBuildContext(), path)
    const isFolder = statSync(source).isDirectory()
    const copiesContents = isFolder || !(target.endsWith('/') || target === './')
    const copyPath = copiesContents ? destination : join(destination, basename(path))
    mkdirSync(dirname(copyPath), { recursive: true })
    cpSync(source, copyPath, { recursive: true, verbatimSymlinks: true })
  }
}

/** Prepares Docker's build context: the files of the checkout except those in Dockerfile.dockerignore. */
function prepareBuildContext() {
  const context = join(folder, 'context')
  if (existsSync(context)) return context
  const ignored = readFileSync(join(project, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const isIgnored = (path: string) =>
    ignored.some((pattern) => matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
  })
  for (const path of files.toString().split('\0').filter(Boolean)) {
    if (isIgnored(path) || !existsSync(join(project, path))) continue
    mkdirSync(dirname(join(context, path)), { recursive: true })
    cpSync(join(project, path), join(context, path))
  }
  return context
}
