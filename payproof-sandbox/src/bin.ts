#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { nodePackages, packageOfThisMachine } from './platform-packages.ts'

// Runs the sandbox with the Node version that the service is tested with. This file must run on Node 20.

const requiredMajor = 26
const missingLibraryStatus = 127

function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= requiredMajor) return process.execPath
  const name = packageOfThisMachine(nodePackages)
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/node`)
  } catch {
    return undefined
  }
}

const node = findNode()
if (node) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  // The terminal sends Ctrl-C to both processes; this one only waits for the other.
  process.on('SIGINT', () => undefined)
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (code === missingLibraryStatus)
      process.stderr.write('Node 26 needs libatomic. On Debian: apt-get install libatomic1\n')
    process.exitCode = signal ? 1 : (code ?? 1)
  })
} else {
  const { platform, arch, version } = process
  process.stderr.write(
    `payproof-sandbox needs Node ${requiredMajor} or newer; this is ${version}, and npm has no Node ${requiredMajor} for ${platform}-${arch}.\n` +
      'On Windows, use WSL or Docker: docs/guides/quickstart.md shows both.\n',
  )
  process.exitCode = 1
}
