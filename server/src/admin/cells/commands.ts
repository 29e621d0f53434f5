import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import { findClient } from '../../features/clients/service.ts'
import { type Cell, type Options, required, withCell } from '../with-cell.ts'
import { forgetMovedClient } from './forget.ts'
import { moveClient, reopen } from './move.ts'
import { listRoutes, tellRouter } from './routes.ts'

/** How long a statement over all rows of a client may take: the client may be closed meanwhile. */
const queryMs = 600_000

/** The operator's commands for cells; admin.ts has the others. */
export const cellCommands = {
  'move-client': {
    usage: '--client NAME_OR_ID --target-env FILE [--router ADDRESS --router-map FILE]',
    does: 'moves a client to the cell whose settings are in the file, while it works; may be run again after a failure',
    run: (config: Config, options: Options) =>
      withCells(config, options, async (cells) => {
        const moved = await moveClient(cells, required(options, 'client'))
        const routes = await listRoutes(cells.target, moved.client_id)
        if (options.router) await tellRouter(options.router, required(options, 'router-map'), routes)
        return { ...moved, routes: routes.map(({ key, cell }) => `${key} ${cell}`) }
      }),
  },
  'cancel-move': {
    usage: '--client NAME_OR_ID',
    does: 'lets a client work where it was, after a move that was cut short; refused once it has left',
    run: (config: Config, options: Options) =>
      withCell(config, async (cell) => {
        const { id } = await findClient(cell.database, required(options, 'client'))
        if (!(await reopen(cell, id)))
          throw new Error('The client has left; finish the move by running it again')
        return { client_id: id, open: true }
      }),
  },
  'forget-moved-client': {
    usage: '--client NAME_OR_ID --target-env FILE',
    does: 'removes what a client left behind that was moved to the cell of the file: keys first, then rows and files',
    run: (config: Config, options: Options) =>
      withCells(config, options, async (cells) => {
        const { id } = await findClient(cells.source.database, required(options, 'client'))
        return forgetMovedClient(cells, id)
      }),
  },
  routes: {
    usage: '[--client NAME_OR_ID]',
    does: 'prints the lines of the router for clients that came to this cell from another',
    run: (config: Config, options: Options) =>
      withCell(config, async (cell) => {
        const routes = await listRoutes(cell, options.client)
        return { routes: routes.map((route) => `${route.key} ${route.cell}`) }
      }),
  },
}

async function withCells<T>(
  config: Config,
  options: Options,
  work: (cells: { source: Cell; target: Cell }) => Promise<T>,
) {
  const file = await readFile(required(options, 'target-env'), 'utf8')
  const there = readConfig(parseEnv(file))
  const withTarget = (source: Cell) => withCell(there, (target) => work({ source, target }), queryMs)
  return withCell(config, withTarget, queryMs)
}
