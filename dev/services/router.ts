import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { choosePort } from './ports.ts'

export type Router = Haproxy & {
  url: string
  /** Socket of HAProxy's runtime API, and the path of the cell map file as HAProxy knows it. */
  admin: string
  map: string
}

const template = (name: string) =>
  readFileSync(new URL(`../../deploy/haproxy/${name}`, import.meta.url), 'utf8')

/** Starts the cell router from the operators' files in deploy/haproxy with the given cell addresses. */
export async function startRouter(options: {
  folder: string
  port?: number
  /** Addresses (`host:port`) by cell name. */
  cells: Readonly<Record<string, string>>
}): Promise<Router> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const port = await choosePort(options.port)
  const map = join(folder, 'cells.map')
  const admin = join(folder, 'router.sock')
  writeFileSync(map, template('cells.map'))
  const backends = Object.entries(options.cells).map(
    ([cell, address]) => `backend cell_${cell}\n  server ${cell} ${address}\n`,
  )
  const [front = ''] = template('router.cfg').split(/^backend /m)
  const config = front
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace('/run/haproxy/router.sock', admin)
    .replaceAll('/etc/haproxy/cells.map', map)
  const haproxy = await startHaproxy({ folder, config: `${config}\n${backends.join('\n')}`, ports: [port] })
  return { ...haproxy, url: `http://127.0.0.1:${port}`, admin, map }
}
