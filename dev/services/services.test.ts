import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { findProcesses, isAlive } from './processes.ts'
import { missingPrograms, type Services, startServices } from './services.ts'
import { makeTestFolder } from './test-folder.ts'

const SERVICES = fileURLToPath(new URL('./services.ts', import.meta.url))
const only = ['postgres', 'nats', 'smtp'] as const
const folder = makeTestFolder()
let services: Services<(typeof only)[number]> | undefined

afterAll(async () => {
  await services?.remove()
  rmSync(folder, { recursive: true, force: true })
})

// The tests run in order, because they share one set of services.
describe('services', { shuffle: false }, () => {
  it('start in parallel and report progress', async () => {
    const lines: string[] = []
    services = await startServices({ folder, durable: false, only, progress: (line) => lines.push(line) })
    expect(lines).toHaveLength(3)
    expect(lines.sort()[1]).toMatch(/^postgres \d+\.\d+ ready on 127\.0\.0\.1:\d+ \(\d+\.\d s\)$/)
    expect(Object.keys(services)).not.toContain('s3')
  })

  it('reject a second start in the same folder without disturbing the first', async () => {
    const pids = services?.pids()
    const second = startServices({ folder, durable: false, only })
    await expect(second).rejects.toThrow(`already in use by process ${process.pid}`)
    expect(services?.pids()).toEqual(pids)
  })

  it('leave no process after a stop and restart on the same ports', async () => {
    const pids = services?.pids() ?? []
    const urls = addresses()
    await services?.stop()
    expect(pids.filter(isAlive)).toEqual([])
    expect(readdirSync(folder).sort()).toEqual(['nats', 'ports.json', 'postgres', 'smtp'])
    services = await startServices({ folder, durable: false, only })
    expect(addresses()).toEqual(urls)
  })

  it('choose another port if theirs is taken', async () => {
    const taken = services?.nats.port
    await services?.stop()
    const otherServer = createServer().listen(taken, '127.0.0.1')
    await once(otherServer, 'listening')
    services = await startServices({ folder, durable: false, only })
    expect(services.nats.port).not.toBe(taken)
    expect(JSON.parse(readFileSync(join(folder, 'ports.json'), 'utf8')).nats).toBe(services.nats.port)
    otherServer.close()
  })

  it('stop when their parent is killed, and the next start takes over the lock', async () => {
    await services?.stop()
    const starter = spawn(process.execPath, [
      '--input-type=module',
      '--eval',
      `import { startServices } from ${JSON.stringify(SERVICES)}
       const services = await startServices({ folder: ${JSON.stringify(folder)}, durable: false, only: ${JSON.stringify(only)} })
       process.stdout.write(services.pids().join(' ') + '\\n')
       setInterval(() => {}, 1000)`,
    ])
    const [printed] = (await once(starter.stdout, 'data')) as [Buffer]
    const pids = printed.toString().trim().split(' ').map(Number)
    expect(pids.length).toBeGreaterThan(3)
    starter.kill('SIGKILL')
    await once(starter, 'exit')
    expect(existsSync(join(folder, 'lock'))).toBe(true)
    services = await startServices({ folder, durable: false, only })
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('stop the others if one cannot start, and report why', async () => {
    const broken = makeTestFolder()
    mkdirSync(join(broken, 'nats'))
    writeFileSync(join(broken, 'nats', 'jetstream'), 'a file where a folder should be')
    const start = startServices({ folder: broken, durable: false, only: ['nats', 'smtp'] })
    await expect(start).rejects.toThrow(/nats: .*nats\.log.*last lines.*JetStream/s)
    expect(findProcesses((args) => args.some((arg) => arg.includes(broken)))).toEqual([])
    expect(existsSync(join(broken, 'lock'))).toBe(false)
    rmSync(broken, { recursive: true, force: true })
  })

  it('list missing programs', () => {
    expect(missingPrograms(['smtp'])).toEqual([])
    expect(missingPrograms(only)).toEqual([])
  })
})

function addresses() {
  return [services?.postgres.superuserUrl(), services?.nats.url, services?.smtp.url, services?.smtp.inboxUrl]
}
