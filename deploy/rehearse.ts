import { execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, matchesGlob, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type Copy,
  type Dockerfile,
  DockerfileParser,
  type Instruction,
  type JSONInstruction,
} from 'dockerfile-ast'
import { environmentFor, makeWorld } from '../server/test/template.ts'

// `npm run rehearse:image`: every command of the Dockerfile, run in an empty Debian without Docker; then the images are started as
// Kubernetes starts them (nobody, read-only, real services) and asked for their health. As root, on Debian, some minutes.

type Stage = {
  root: string
  env: Record<string, string>
  cwd: string
  user: string
  says: Record<string, string[]>
}

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'payproof-image-'))
const file: Dockerfile = DockerfileParser.parse(readFileSync(join(project, 'deploy/Dockerfile'), 'utf8'))
const debian = 'http://deb.debian.org/'
const stages = new Map<string, Stage>()
let current: Stage | undefined

try {
  tell('an empty Debian with the Node that the project pins')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the file names it.
  stages.set('${NODE}', makeBase())
  for (const instruction of file.getInstructions()) follow(instruction)
  await start()
} finally {
  rmSync(folder, { recursive: true, force: true })
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

/** The images with real services: the tables are made, every role answers its probes, and pages are there. */
async function start() {
  const { world, services, stop } = await makeWorld({ durable: false })
  try {
    const database = 'image'
    const owner = services.postgres.superuserUrl(database)
    execFileSync('psql', [
      '-q',
      '-c',
      `create database ${database}`,
      services.postgres.superuserUrl('postgres'),
    ])
    const env = { ...environmentFor(world, database), HOST: '0.0.0.0', READER_SANDBOX: 'preferred' }
    const keys = dirname(world.rootKey.replace('file://', ''))
    const runIn = (name: string, args: string[], more: Record<string, string> = {}) =>
      asNobody(stages.get(name) as Stage, args, { ...env, ...more }, keys)

    await ended(runIn('service', ['migrate'], { MIGRATION_DATABASE_URL: owner }))
    await ended(runIn('service', ['admin', 'prepare-cell']))
    let port = 20_000 + (process.pid % 20_000)
    for (const [name, args] of [
      ['service', undefined],
      ['service', ['dispatcher']],
      ['reader', undefined],
      ['browser', undefined],
    ] as const) {
      const stage = stages.get(name) as Stage
      const PORT = String(++port)
      const given = args ?? stage.says.CMD ?? []
      const running = runIn(name, [...given], { PORT })
      await healthy(stage, { ...env, PORT })
      if (given[0] === 'api') await pagesAreThere(`http://127.0.0.1:${PORT}`)
      running.kill('SIGTERM')
      await ended(running)
      tell(`${name} ${given.join(' ')}: healthy as nobody on a read-only root, and ended when told`)
    }
    for (const [name, program, word] of [
      ['reader', 'qpdf', '--version'],
      ['reader', 'tesseract', '--version'],
      ['reader', 'bwrap', '--version'],
      ['browser', 'chromium-headless-shell', '--version'],
    ] as const)
      inside((stages.get(name) as Stage).root, [program, word])
    const megabytes = (name: string) =>
      execFileSync('du', ['-sm', (stages.get(name) as Stage).root])
        .toString()
        .split('\t')[0]
    tell(
      ['base', 'service', 'reader', 'browser']
        .map((name) => (name === 'base' ? '' : `${name} ${megabytes(name)} MB`))
        .join(' '),
    )
  } finally {
    await stop()
  }
}

async function pagesAreThere(address: string) {
  for (const path of ['/openapi.json', '/console/signin', '/docs/', '/journey.js']) {
    const reply = await fetch(address + path)
    if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
  }
}

async function healthy(stage: Stage, env: Record<string, string>) {
  const [, ...check] = ['', ...(stage.says.HEALTHCHECK ?? [])]
  for (let tries = 0; tries < 60; tries++) {
    await sleep(500)
    try {
      execFileSync('bwrap', [...walls(stage, env, true), ...check], { stdio: 'ignore' })
      return
    } catch {
      // Not yet.
    }
  }
  throw new Error('It does not become healthy')
}

function asNobody(stage: Stage, args: string[], env: Record<string, string>, keys: string) {
  const command = [...(stage.says.ENTRYPOINT ?? []), ...args]
  const [uid, gid] = stage.user.split(':')
  const nobody = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  return spawn('bwrap', [...walls(stage, env, true), '--ro-bind', keys, keys, ...nobody, ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A process of its own root; the network is the machine's. */
function walls({ root, cwd, env }: Stage, more: Record<string, string>, isReadOnly: boolean) {
  const given = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...env,
    ...more,
  }
  return [
    ...(isReadOnly ? ['--ro-bind', root, '/', '--tmpfs', '/tmp'] : ['--bind', root, '/']),
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--cap-add',
      'ALL',
      '--die-with-parent',
      '--chdir',
      cwd,
      '--clearenv',
    ],
    ...Object.entries(given).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

/** As root, with the machine's way into the network: its names, and the certificates that it trusts. */
function inside(root: string, command: string[], { cwd = '/', env = {} }: Partial<Stage> = {}) {
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  const lent = ['/etc/resolv.conf', trusted].flatMap((path) => ['--ro-bind', path, path])
  const more = { DEBIAN_FRONTEND: 'noninteractive', NODE_EXTRA_CA_CERTS: trusted }
  run('bwrap', [...walls({ root, cwd, env, user: '0:0', says: {} }, more, false), ...lent, ...command])
}

function run(program: string, args: string[]) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 1e8 })
}

function ended(child: ReturnType<typeof spawn>) {
  return new Promise<void>((resolve, reject) =>
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`It ended with ${code}`)))),
  )
}

function tell(line: string) {
  process.stdout.write(`${line}\n`)
}
