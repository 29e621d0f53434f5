import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { type Balancer, startBalancer } from '../../dev/services/balancer.ts'
import { choosePort } from '../../dev/services/ports.ts'

/** One process of the service, in the version of the code with which it was last started. */
export type CellProcess = Awaited<ReturnType<typeof openMember>>
export type RunningCell = { balancer: Balancer; members: CellProcess[]; close(): Promise<unknown> }

type Options = {
  folder: string
  /** Path of main.ts in the version to start. */
  main: string
  env: Record<string, string>
  apis: number
}

// Time until HAProxy's health check detects that a process is ready again.
const healthCheckMs = 1_500
const readyLimitMs = 60_000

/** Starts a cell as an operator runs it: several API processes behind HAProxy, two workers, two dispatchers. */
export async function startCell({ folder, main, env, apis }: Options): Promise<RunningCell> {
  const names = [
    ...Array.from({ length: apis }, (_, n) => ['api', `api ${n + 1}`] as const),
    ...(['worker', 'dispatcher'] as const).flatMap((role) =>
      [1, 2].map((n) => [role, `${role} ${n}`] as const),
    ),
  ]
  const members: CellProcess[] = []
  const close = () => Promise.all(members.map((member) => member.kill()))
  try {
    for (const [role, name] of names) members.push(await openMember({ role, name, main, env }))
    const addresses = members.filter(({ role }) => role === 'api').map(({ address }) => address)
    const balancer = await startBalancer({ folder, apis: addresses })
    return { balancer, members, close: async () => Promise.all([balancer.stop(), close()]) }
  } catch (error) {
    await close()
    throw error
  }
}

async function openMember(options: {
  role: string
  name: string
  main: string
  env: Record<string, string>
}) {
  const { role, name } = options
  const address = `127.0.0.1:${await choosePort(undefined)}`
  const env = { ...options.env, PORT: address.split(':')[1] ?? '' }
  const start = (main: string) => startProgram({ name, program: main, args: [role], env })
  let main = options.main
  let program: Program = await start(main)
  await waitUntilReady(name, address)
  return {
    role,
    name,
    address,
    /** Sends SIGTERM and starts the successor after the exit, optionally in another version of the code. */
    async restart(nextMain = main) {
      const { code, signal } = await program.stop()
      if (code !== 0)
        throw new Error(`${name} exited with ${signal ?? code}:\n${program.output().slice(-2_000)}`)
      main = nextMain
      program = await start(main)
      await waitUntilReady(name, address)
      if (role === 'api') await sleep(healthCheckMs)
    },
    output: () => program.output(),
    kill: () => program.kill(),
  }
}

async function waitUntilReady(name: string, address: string) {
  const deadline = Date.now() + readyLimitMs
  for (;;) {
    const reply = await fetch(`http://${address}/readyz`).catch(() => undefined)
    if (reply?.ok) return
    if (Date.now() > deadline) throw new Error(`${name} is not ready: ${await reply?.text()}`)
    await sleep(100)
  }
}
