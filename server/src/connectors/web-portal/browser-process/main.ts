import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { requireNoSecrets } from './environment.ts'
import { openBrowserHost } from './host.ts'

// Main program of a browser process that a worker starts for itself (own-process.ts). It ends with the worker.

const [socketPath = '', executablePath = '', sandbox = ''] = process.argv.slice(2)
// Folders are not checked: the worker itself has secrets in them, and Chromium's sandbox hides them.
// biome-ignore lint/style/noProcessEnv: the parent process sets all variables; this checks that none is a secret.
requireNoSecrets(process.env, [])
await openBrowserHost({ socketPath, executablePath, sandbox: sandbox === 'required' ? sandbox : 'preferred' })
process.stdout.write('listening\n')
process.stdin
  .on('end', () => {
    rmSync(dirname(socketPath), { recursive: true, force: true })
    process.exit(0)
  })
  .resume()
