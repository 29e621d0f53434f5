import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import { findClient } from '../../features/clients/service.ts'
import type { ProgressReporter } from '../../platform/telemetry/progress.ts'
import {
  type AdminCell,
  type CommandOptions,
  requireOption,
  withCell,
  withLongTimeouts,
} from '../with-cell.ts'
import { forgetMovedClient } from './forget.ts'
import { moveClient, reopenClient } from './move.ts'
import { listRoutes, updateRouter } from './routes.ts'

/** Shorter than the default of an hour, because the client cannot write during some statements. */
const queryMs = 600_000

/** Operator commands for moving clients between cells. */
export const cellCommands = {
  'move-client': {
    usage: '--client NAME_OR_ID --target-env FILE [--router ADDRESS --router-map FILE]',
    description:
      'moves a client to the cell whose settings are in the file, without downtime; can be rerun after a failure',
    run: (config: Config, options: CommandOptions, progress: ProgressReporter) =>
      withCells(config, options, async (cells) => {
        const report = await moveClient(cells, requireOption(options, 'client'), progress)
        const routes = await listRoutes(cells.target, report.client_id)
        if (options.router) await updateRouter(options.router, requireOption(options, 'router-map'), routes)
        return { ...report, routes: routes.map(({ key, cell }) => `${key} ${cell}`) }
      }),
  },
  'cancel-move': {
    usage: '--client NAME_OR_ID',
    description: 'reopens a client in its old cell after an interrupted move; not possible once it has left',
    run: (config: Config, options: CommandOptions) =>
      withCell(withLongTimeouts(config), async (cell) => {
        const { id } = await findClient(cell.database, requireOption(options, 'client'))
        if (!(await reopenClient(cell, id)))
          throw new Error('The client has left; finish the move by running it again')
        return { client_id: id, open: true }
      }),
  },
  'forget-moved-client': {
    usage: '--client NAME_OR_ID --target-env FILE',
    description:
      'deletes the remains of a client that was moved to the cell of the file: keys first, then rows and files',
    run: (config: Config, options: CommandOptions) =>
      withCells(config, options, async (cells) => {
        const { id } = await findClient(cells.source.database, requireOption(options, 'client'))
        return forgetMovedClient(cells, id)
      }),
  },
  routes: {
    usage: '[--client NAME_OR_ID]',
    description: 'prints the router map entries of clients that were moved to this cell',
    run: (config: Config, options: CommandOptions) =>
      withCell(withLongTimeouts(config), async (cell) => {
        const routes = await listRoutes(cell, options.client)
        return { routes: routes.map((route) => `${route.key} ${route.cell}`) }
      }),
  },
}

async function withCells<T>(
  config: Config,
  options: CommandOptions,
  work: (cells: { source: AdminCell; target: AdminCell }) => Promise<T>,
) {
  const file = await readFile(requireOption(options, 'target-env'), 'utf8')
  const targetConfig = readConfig(parseEnv(file))
  const withTarget = (source: AdminCell) =>
    withCell(withLongTimeouts(targetConfig, queryMs), (target) => work({ source, target }))
  return withCell(withLongTimeouts(config, queryMs), withTarget)
}
