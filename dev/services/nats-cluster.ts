import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Nats, startNatsWith } from './nats.ts'
import { answersHttp, choosePort } from './ports.ts'

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>
export type NatsNode = NatsCluster['nodes'][number]

/** Addresses under which nodes reach each other and clients reach nodes; a proof puts its own proxies in between. */
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

/** Starts three NATS nodes with JetStream from the operators' deploy/nats/nats.conf, on loopback ports. */
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
      const nodeFolder = join(folder, `node-${number + 1}`)
      mkdirSync(nodeFolder, { recursive: true })
      const others = ports.map((port, index) => ({ port, index })).filter(({ index }) => index !== number)
      const routes = await Promise.all(
        others.map(async ({ port, index }) => `nats://${await lines.route(number, index, port.cluster)}`),
      )
      const values = {
        NODE: `node-${number + 1}`,
        LISTEN: `127.0.0.1:${client}`,
        MONITOR: `127.0.0.1:${monitor}`,
        STORE: nodeFolder,
        CLUSTER_LISTEN: `127.0.0.1:${cluster}`,
        ROUTES: routes,
      }
      const url = `nats://${await lines.client(number, client)}`
      return openNode({ folder: nodeFolder, values, url, port: client, monitorPort: monitor })
    }),
  )
  // A single node never becomes healthy: start all before waiting.
  await Promise.all(nodes.map((node) => node.start()))
  await Promise.all(nodes.map((node) => node.untilHealthy()))
  return {
    nodes,
    /** In the format of NATS_URL. */
    url: nodes.map((node) => node.url).join(','),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

type NodeOptions = {
  folder: string
  values: Record<string, string | string[]>
  url: string
  port: number
  monitorPort: number
}

function openNode({ folder, values, url, port, monitorPort }: NodeOptions) {
  const configFile = join(folder, 'nats.conf')
  writeFileSync(configFile, fillIn(values))
  const monitorUrl = `http://127.0.0.1:${monitorPort}`
  let server: Nats | undefined
  const node = {
    name: String(values.NODE),
    url,
    monitorUrl,
    /** Waits until its monitoring responds; it may join the quorum later. */
    async start() {
      server = await startNatsWith({
        folder,
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
    /** Stops it and deletes its data. */
    async wipe() {
      await node.stop()
      rmSync(join(folder, 'jetstream'), { recursive: true, force: true })
    },
  }
  return node
}

/** Substitutes variables as nats-server would from the environment; JSON strings are valid in its configuration. */
function fillIn(values: Record<string, string | string[]>) {
  return template.replace(/^(?!\s*#)(.*)\$([A-Z_]+)$/gm, (_line, before: string, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nats.conf needs a value for ${name}`)
    return `${before}${JSON.stringify(value)}`
  })
}
