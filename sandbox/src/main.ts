import { readSettings } from './config.ts'
import { openSandbox } from './server.ts'

async function main() {
  const settings = readSettings()
  const sandbox = await openSandbox(settings)
  const stop = async () => {
    await sandbox.close()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.write(`The sandbox is open at ${settings.baseUrl ?? sandbox.url}\n`)
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
