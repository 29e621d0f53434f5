import manifest from '../package.json' with { type: 'json' }
import { readOptions, usage } from './options.ts'
import { startSandbox } from './start.ts'

async function main() {
  const { help, version, ...options } = readOptions(process.argv.slice(2))
  if (help) return print(usage)
  if (version) return print(manifest.version)
  const sandbox = await startSandbox(options, (line) => print(`  ✓ ${line}`))
  let stopping = false
  const stop = async (reason: string, code: number) => {
    if (stopping) return
    stopping = true
    print(`\nstopping (${reason})`)
    await sandbox.stop()
    print(`everything is stopped; the data stays in ${options.folder}`)
    process.exit(code)
  }
  process.on('SIGINT', () => stop('Ctrl-C', 0))
  process.on('SIGTERM', () => stop('SIGTERM', 0))
  process.on('SIGHUP', () => stop('the terminal was closed', 0))
  sandbox.failed.then((error) => stop(error.message, 1))
  print(sandbox.welcome)
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
