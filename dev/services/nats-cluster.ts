import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Nats, startNatsWith } from './nats.ts'
import { answersHttp, choosePort } from './ports.ts'

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>
export type NatsNode = NatsCluster['nodes'][number]

/** Where a node reaches another one, and where clients reach it; a proof puts its own lines between them. */
export type Lines = {
  route(from: number, to: number, port: number): Promise<string>
  client(node: number, port: number): Promise<string>
}

const direct: Lines = {
  route: async (_from, _to, port) => `127.0.0.1:${port}`,
  client: async (_node, port) => `127.0.0.1:${port}`,
}

const template = readFileSync(new URL('../../deploy/nats/nats.conf', import.meta.url), 'utf8')
const size = 3

/** Three NATS nodes with JetStream from the operator's own file, on ports of the loopback address. */
export async function startNatsCluster({ folder, lines = direct }: { folder: string; lines?: Lines }) {
  const ports = await Promise.all(
    Array.from({ length: size }, async () => ({
      client: await choosePort(undefined),
      monitor: await choosePort(undefined),
      cluster: await choosePort(undefined),
    })),
  )
  const nodes = await Promise.all(
    ports.map(async ({ client, monitor, cluster }, number) => {
      const place = join(folder, `node-${number + 1}`)
      mkdirSync(place, { recursive: true })
      const others = ports.map((port, index) => ({ port, index })).filter(({ index }) => index !== number)
      const routes = await Promise.all(
        others.map(async ({ port, index }) => `nats://${await lines.route(number, index, port.cluster)}`),
      )
      const values = {
        NODE: `node-${number + 1}`,
        LISTEN: `127.0.0.1:${client}`,
        MONITOR: `127.0.0.1:${monitor}`,
        STORE: place,
        CLUSTER_LISTEN: `127.0.0.1:${cluster}`,
        ROUTES: routes,
      }
      const url = `nats://${await lines.client(number, client)}`
      return openNode({ place, values, url, port: client, monitorPort: monitor })
    }),
  )
  // A node alone is never healthy: they wait for each other.
  await Promise.all(nodes.map((node) => node.start()))
  await Promise.all(nodes.map((node) => node.untilHealthy()))
  return {
    nodes,
    /** As NATS_URL takes it. */
    url: nodes.map((node) => node.url).join(','),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

type NodeOptions = {
  place: string
  values: Record<string, string | string[]>
  url: string
  port: number
  monitorPort: number
}

function openNode({ place, values, url, port, monitorPort }: NodeOptions) {
  const configFile = join(place, 'nats.conf')
  writeFileSync(configFile, fillIn(values))
  const monitorUrl = `http://127.0.0.1:${monitorPort}`
  let server: Nats | undefined
  const node = {
    name: String(values.NODE),
    url,
    monitorUrl,
    /** Until it can be asked at all; in the quorum it may be only later. */
    async start() {
      server = await startNatsWith({
        folder: place,
        configFile,
        port,
        monitorPort,
        isReady: () => answersHttp(`${monitorUrl}/varz`),
      })
    },
    async untilHealthy(timeoutMs = 60_000) {
      for (const deadline = Date.now() + timeoutMs; !(await answersHttp(`${monitorUrl}/healthz`)); ) {
        if (Date.now() > deadline) throw new Error(`${node.name} is not healthy after ${timeoutMs} ms`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
    kill: async () => server?.kill(),
    stop: async () => server?.stop(),
    /** It was stopped, and its disk is lost. */
    async wipe() {
      await node.stop()
      rmSync(join(place, 'jetstream'), { recursive: true, force: true })
    },
  }
  return node
}

/** As nats-server itself would from the environment; strings are JSON, which it reads as it is. */
function fillIn(values: Record<string, string | string[]>) {
  return template.replace(/^(?!\s*#)(.*)\$([A-Z_]+)$/gm, (_line, before: string, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nats.conf asks for ${name}`)
    return `${before}${JSON.stringify(value)}`
  })
}
