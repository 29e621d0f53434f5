#!/usr/bin/env node
import { run } from './run.ts'

// The reader of a pipe may close it early (EPIPE), which is not an error.
process.stdout.on('error', () => undefined)
process.exitCode = await run(process.argv.slice(2))
// An open prompt or socket must not keep the process alive.
process.stdin.unref?.()
