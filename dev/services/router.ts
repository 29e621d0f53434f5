import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Haproxy, startHaproxy } from './haproxy.ts'
import { choosePort } from './ports.ts'

export type Router = Haproxy & {
  url: string
  /** Its runtime API, and how it calls its map there. */
  admin: string
  map: string
}

const shipped = (name: string) =>
  readFileSync(new URL(`../../deploy/haproxy/${name}`, import.meta.url), 'utf8')

/** The router that operators have in front of their cells, from the files they get, with our addresses in them. */
export async function startRouter(options: {
  folder: string
  port?: number
  /** `host:port` by name of cell. */
  cells: Readonly<Record<string, string>>
}): Promise<Router> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const port = await choosePort(options.port)
  const map = join(folder, 'cells.map')
  const admin = join(folder, 'router.sock')
  writeFileSync(map, shipped('cells.map'))
  const backends = Object.entries(options.cells).map(
    ([cell, address]) => `backend cell_${cell}\n  server ${cell} ${address}\n`,
  )
  const [front = ''] = shipped('router.cfg').split(/^backend /m)
  const config = front
    .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
    .replace('/run/haproxy/router.sock', admin)
    .replaceAll('/etc/haproxy/cells.map', map)
  const haproxy = await startHaproxy({ folder, config: `${config}\n${backends.join('\n')}`, ports: [port] })
  return { ...haproxy, url: `http://127.0.0.1:${port}`, admin, map }
}
