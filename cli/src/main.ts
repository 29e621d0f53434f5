#!/usr/bin/env node
import { run } from './run.ts'

// Whoever reads the output may stop reading.
process.stdout.on('error', () => undefined)
process.exitCode = await run(process.argv.slice(2))
// A prompt or a socket that nobody needs any more must not keep a finished program.
process.stdin.unref?.()
