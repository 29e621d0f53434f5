import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodePackages, postgresPackages } from '../src/platform-packages.ts'

// Builds the published package into dist/, or into the given folder: the launcher, the service, the sandbox and the built
// pages, in the folders of the repository, because the code finds migrations and pages by relative paths. Each file is
// compiled to JavaScript, because Node does not run TypeScript from node_modules.

const project = fileURLToPath(new URL('../..', import.meta.url))
const out = resolve(process.argv[2] ?? join(project, 'payproof-sandbox/dist'))
const readJson = (path: string) => JSON.parse(readFileSync(join(project, path), 'utf8'))

rmSync(out, { recursive: true, force: true })
compile()
rewritePaths()
copyFiles()
bundleSdk()
writeManifest()

function compile() {
  const tsc = join(project, 'node_modules/.bin/tsc')
  const settings = join(project, 'payproof-sandbox/tsconfig.build.json')
  execFileSync(process.execPath, [tsc, '-p', settings, '--outDir', out], { stdio: 'inherit' })
}

/** The compiler rewrites imports only. Programs and threads are started by a path, as `new URL('./child.ts', …)`. */
function rewritePaths() {
  for (const file of globSync('**/*.js', { cwd: out })) {
    const text = readFileSync(join(out, file), 'utf8')
    const rewritten = text.replaceAll(/((?:new URL|resolvePath)\(['"][^'"]+)\.ts(['"])/g, '$1.js$2')
    if (rewritten !== text) writeFileSync(join(out, file), rewritten)
  }
}

function copyFiles() {
  const data = globSync(['server/src/**/*.{json,ttf}', 'sandbox/src/**/*.{js,css,json,svg}'], {
    cwd: project,
  })
  const whole = ['server/migrations', 'server/catalogues', 'server/openapi.json', 'server/package.json']
  whole.push('sandbox/package.json', 'payproof-sandbox/package.json')
  if (!existsSync(join(project, 'web/dist/docs')))
    throw new Error('The pages are missing: run npm run build first')
  for (const path of [...data.filter((path) => !path.includes('/fixtures/')), ...whole, 'web/dist']) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    cpSync(join(project, path), join(out, path), { recursive: true })
  }
  copyFileSync(join(project, 'payproof-sandbox/README.md'), join(out, 'README.md'))
  copyFileSync(join(project, 'LICENSE'), join(out, 'LICENSE'))
}

/** The sandbox verifies webhooks with the SDK. The tarball contains it, so that it can be installed alone. */
function bundleSdk() {
  const folder = join(out, 'node_modules/@payproof/sdk')
  mkdirSync(folder, { recursive: true })
  execFileSync(process.execPath, [join(project, 'sdk/scripts/build.ts'), folder], { stdio: 'inherit' })
}

function writeManifest() {
  const {
    private: _,
    scripts: __,
    devDependencies: ___,
    ...fields
  } = readJson('payproof-sandbox/package.json')
  const dependencies = {
    ...readJson('server/package.json').dependencies,
    ...readJson('sandbox/package.json').dependencies,
    ...fields.dependencies,
  }
  // Files are in a folder and the root key is a file, so neither S3 nor KMS is called.
  for (const name of Object.keys(dependencies)) if (name.startsWith('@aws-sdk/')) delete dependencies[name]
  const optional = [postgresPackages, nodePackages].flatMap(({ version, names }) =>
    Object.values(names).map((name) => [name, version]),
  )
  const bin = 'payproof-sandbox/src/bin.js'
  const manifest = {
    ...fields,
    bin: { 'payproof-sandbox': bin },
    exports: { './package.json': './package.json' },
    files: ['dev', 'payproof-sandbox', 'sandbox', 'server', 'web'],
    dependencies,
    optionalDependencies: Object.fromEntries(optional),
    bundleDependencies: ['@payproof/sdk'],
  }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  chmodSync(join(out, bin), 0o755)
}
