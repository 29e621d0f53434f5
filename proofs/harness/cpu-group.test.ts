import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { openCpuGroup } from './cpu-group.ts'
import { parseProcessTicks } from './machine-load.ts'

const burnedTicks = 40

test('counts a process that nobody waited for', async () => {
  // A process that ignores SIGCHLD, like the first one of a sandbox, is not charged with the time of its children.
  const burn = `while (process.cpuUsage().user < ${burnedTicks * 10_000});`
  const script = `$SIG{CHLD} = 'IGNORE'; $| = 1; <STDIN>; system @ARGV; print 'burned'; <STDIN>`
  const parent = spawn('perl', ['-e', script, process.execPath, '-e', burn])
  onTestFinished(() => void parent.kill())
  const pid = parent.pid ?? 0
  const group = openCpuGroup(pid)
  if (!group) {
    // Only root may create control groups everywhere.
    expect(process.getuid?.()).not.toBe(0)
    return
  }
  parent.stdin.write('go\n')
  await new Promise((resolve) => parent.stdout.once('data', resolve))
  expect(parseProcessTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')).ticks).toBeLessThan(burnedTicks / 2)
  expect(group.ticks()).toBeGreaterThanOrEqual(burnedTicks)
  const ended = new Promise((resolve) => parent.once('exit', resolve))
  parent.stdin.write('end\n')
  await ended
  group.close()
})
