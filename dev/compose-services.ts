import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Services } from './services/services.ts'

/** The addresses of the services that `npm run dev` needs, and how to end them. */
export type DevServices = {
  postgres: Pick<Services['postgres'], 'superuserUrl'>
  nats: Pick<Services['nats'], 'url'>
  smtp: Pick<Services['smtp'], 'url' | 'inboxUrl'>
  s3: Pick<Services['s3'], 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey'>
  stop(): Promise<void>
}

// biome-ignore lint/style/noProcessEnv: the variable that chooses the services, and the ports that compose.yaml reads.
const environment = process.env

/** Whether PAYPROOF_SERVICES=compose is set. Any other value is an error. */
export function isComposeRequested({ PAYPROOF_SERVICES: value = '' } = environment) {
  if (value !== '' && value !== 'compose')
    throw new Error(`PAYPROOF_SERVICES must be "compose" or unset, not "${value}"`)
  return value === 'compose'
}

/** Addresses and passwords of dev/compose.yaml. */
export function composeAddresses(variables: NodeJS.ProcessEnv = environment) {
  const at = (name: string, port: number) => `127.0.0.1:${variables[name] ?? port}`
  const postgres = at('PAYPROOF_POSTGRES_PORT', 5432)
  return {
    postgres: {
      superuserUrl: (database = 'postgres') => `postgres://postgres:payproof@${postgres}/${database}`,
    },
    nats: { url: `nats://${at('PAYPROOF_NATS_PORT', 4222)}` },
    smtp: {
      url: `smtp://${at('PAYPROOF_SMTP_PORT', 1025)}`,
      inboxUrl: `http://${at('PAYPROOF_INBOX_PORT', 8025)}`,
    },
    s3: {
      endpoint: `http://${at('PAYPROOF_S3_PORT', 8333)}`,
      region: 'us-east-1' as const,
      accessKeyId: 'payproof',
      secretAccessKey: 'payproof-development',
    },
  }
}

const reachableTimeoutMs = 30_000

/** Waits until the services of dev/compose.yaml accept connections. Stopping leaves them running. */
export async function connectCompose(
  progress: (line: string) => void,
  { variables = environment, timeoutMs = reachableTimeoutMs } = {},
): Promise<DevServices> {
  const addresses = composeAddresses(variables)
  const { postgres, nats, smtp, s3 } = addresses
  const urls = { postgres: postgres.superuserUrl(), nats: nats.url, smtp: smtp.url, s3: s3.endpoint }
  for (const [name, url] of Object.entries(urls)) {
    const { hostname, port } = new URL(url)
    await waitUntilReachable(name, { hostname, port: Number(port), timeoutMs })
    progress(`${name} of dev/compose.yaml reachable on ${hostname}:${port}`)
  }
  return { ...addresses, stop: async () => undefined }
}

async function waitUntilReachable(
  name: string,
  { hostname, port, timeoutMs }: { hostname: string; port: number; timeoutMs: number },
) {
  const deadline = performance.now() + timeoutMs
  while (!(await isReachable(hostname, port))) {
    if (performance.now() > deadline)
      throw new Error(
        `${name} does not accept connections on ${hostname}:${port}. Start it: docker compose -f dev/compose.yaml up --wait`,
      )
    await sleep(200)
  }
}

function isReachable(host: string, port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 1_000 })
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
    socket.once('timeout', () => settle(false))
  })
}
