import { z } from 'zod'
import type { Config } from '../../config.ts'
import { findClient } from '../../features/clients/service.ts'
import type { ProgressReporter } from '../../platform/telemetry/progress.ts'
import { type CommandOptions, requireOption, withCell, withLongTimeouts } from '../with-cell.ts'
import { finishRestore } from './finish-restore.ts'
import { checkInvariants } from './invariants.ts'
import { proveErasure } from './prove-erasure.ts'
import { restoreDrill } from './restore-drill.ts'

/** Operator commands for backups and erasures. */
export const recoveryCommands = {
  'restore-drill': {
    usage: '[--to TIME] [--folder FOLDER] [--config FILE] [--includes FOLDER] [--stanza NAME]',
    description:
      'restores a backup into a private copy, checks it and deletes it; run as root or postgres on the pgBackRest host',
    async run(
      config: Config,
      { to, folder = '/var/tmp', stanza = 'payproof', ...options }: CommandOptions,
      progress: ProgressReporter,
    ) {
      const { config: file = '/etc/pgbackrest/pgbackrest.conf', includes = '/etc/pgbackrest/conf.d' } =
        options
      return requirePassed(
        await restoreDrill(config, { repository: { config: file, includes, stanza }, folder, to, progress }),
      )
    },
  },
  'finish-restore': {
    usage: '',
    description:
      'run after a restore, before any process starts: repeats erasures from the ledger, recovers lost files, checks the cell',
    run: async (config: Config, _options: CommandOptions, progress: ProgressReporter) =>
      requirePassed(await finishRestore(config, progress)),
  },
  'check-invariants': {
    usage: '',
    description: 'runs the checks of restore-drill on the live cell; reads every row',
    run: (config: Config, _options: CommandOptions, progress: ProgressReporter) =>
      withCell(withLongTimeouts(config), async (cell) => {
        const invariants = await checkInvariants(cell, progress)
        return requirePassed({ passed: invariants.every(({ holds }) => holds), invariants })
      }),
  },
  'prove-erasure': {
    usage: '--client NAME_OR_ID --user ID',
    description:
      'searches all tables and the object store for remains of an erased user; fails if it finds any',
    run: (config: Config, options: CommandOptions) =>
      withCell(withLongTimeouts(config), async (cell) => {
        const userId = z.uuid('--user must be the id of a user').parse(options.user)
        const { id } = await findClient(cell.database, requireOption(options, 'client'))
        return requirePassed(await proveErasure(cell, { clientId: id, userId }))
      }),
  },
}

/** Throws if the report failed, so that the exit code shows it. */
function requirePassed<Report extends { passed: boolean }>(report: Report) {
  if (!report.passed) throw new Error(JSON.stringify(report))
  return report
}
