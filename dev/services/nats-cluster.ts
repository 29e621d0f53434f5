import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Nats, startNatsWith } from './nats.ts'
import { answersHttp, choosePort } from './ports.ts'

export type NatsCluster = Awaited<ReturnType<typeof startNatsCluster>>
export type NatsNode = NatsCluster['nodes'][number]

/** Addresses under which nodes reach each other and clients reach nodes. A proof can insert its own proxies. */
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

/** The users of nats.conf. */
export type NatsRole = 'api' | 'dispatcher' | 'worker' | 'all'

/** Starts three NATS nodes with JetStream from the operators' deploy/nats/nats.conf, on loopback ports. */
export async function startNatsCluster({ folder, lines = direct }: { folder: string; lines?: Lines }) {
  const certificate = makeCertificate(folder)
  // nats.conf asks for passwords that begin with a letter.
  const newPassword = () => `p${randomBytes(12).toString('hex')}`
  const passwords = {
    api: newPassword(),
    dispatcher: newPassword(),
    worker: newPassword(),
    all: newPassword(),
  }
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
        TLS_CERT: certificate.certFile,
        TLS_KEY: certificate.keyFile,
        TLS_CA: certificate.certFile,
        API_PASSWORD: passwords.api,
        DISPATCHER_PASSWORD: passwords.dispatcher,
        WORKER_PASSWORD: passwords.worker,
        ALL_PASSWORD: passwords.all,
      }
      const address = await lines.client(number, client)
      return openNode({ folder: nodeFolder, values, address, port: client, monitorPort: monitor })
    }),
  )
  // A single node never becomes healthy, so all are started before waiting.
  await Promise.all(nodes.map((node) => node.start()))
  await Promise.all(nodes.map((node) => node.untilHealthy()))
  /** Returns the URLs of all nodes for one role, in the format of NATS_URL. */
  const urlFor = (role: NatsRole) =>
    nodes.map(({ address }) => `tls://${role}:${passwords[role]}@${address}`).join(',')
  return {
    nodes,
    urlFor,
    /** Settings for a process that has every role. The permissions in nats.conf are for this prefix. */
    settings: { NATS_URL: urlFor('all'), NATS_CA_FILE: certificate.certFile, NATS_PREFIX: 'payproof' },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

type NodeOptions = {
  folder: string
  values: Record<string, string | string[]>
  address: string
  port: number
  monitorPort: number
}

/** Creates a self-signed certificate for loopback. It serves as its own authority. */
function makeCertificate(folder: string) {
  mkdirSync(folder, { recursive: true })
  const keyFile = join(folder, 'tls.key')
  const certFile = join(folder, 'tls.pem')
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
  const names = ['-subj', '/CN=nats', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
  const files = ['-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', ['req', '-x509', ...key, ...names, ...files], { stdio: 'pipe' })
  return { keyFile, certFile }
}

function openNode({ folder, values, address, port, monitorPort }: NodeOptions) {
  const configFile = join(folder, 'nats.conf')
  writeFileSync(configFile, fillIn(values))
  const monitorUrl = `http://127.0.0.1:${monitorPort}`
  let server: Nats | undefined
  const node = {
    name: String(values.NODE),
    address,
    monitorUrl,
    /** Starts the node and waits until its monitoring endpoint responds; the node may join the quorum later. */
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
    /** Stops the node and deletes its data. */
    async wipe() {
      await node.stop()
      rmSync(join(folder, 'jetstream'), { recursive: true, force: true })
    },
  }
  return node
}

/**
 * Substitutes variables of the template as nats-server would from the environment. JSON strings are valid in its
 * configuration.
 */
function fillIn(values: Record<string, string | string[]>) {
  return template.replace(/^(?!\s*#)(.*)\$([A-Z_]+)$/gm, (_line, before: string, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`nats.conf needs a value for ${name}`)
    return `${before}${JSON.stringify(value)}`
  })
}
