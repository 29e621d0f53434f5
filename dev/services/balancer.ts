import { readFileSync } from 'node:fs'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { choosePort } from './ports.ts'

export type Balancer = Haproxy & { url: string }

const template = new URL('../../deploy/haproxy/api.cfg', import.meta.url)

/**
 * Starts HAProxy with the operators' deploy/haproxy/api.cfg and the given API addresses (`host:port`). With a certificate
 * (a PEM file that also has the key), it serves HTTPS.
 */
export async function startBalancer(options: {
  folder: string
  apis: readonly string[]
  certificate?: string
}): Promise<Balancer> {
  const { certificate } = options
  const port = await choosePort(undefined)
  const config = fillIn(
    readFileSync(template, 'utf8'),
    `127.0.0.1:${port}${certificate ? ` ssl crt ${certificate}` : ''}`,
    options.apis,
  )
  const haproxy = await startHaproxy({ folder: options.folder, config, ports: [port] })
  return { ...haproxy, url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}` }
}

function fillIn(text: string, address: string, apis: readonly string[]): string {
  const servers = apis.map((api, n) => `  server api${n + 1} ${api}\n`).join('')
  const lines = /(^ {2}server .*\n)+/m
  const bind = /^ {2}bind .*$/m
  if (!lines.test(text) || !bind.test(text))
    throw new Error('deploy/haproxy/api.cfg has no bind or server line')
  return text.replace(lines, servers).replace(bind, `  bind ${address}`)
}
