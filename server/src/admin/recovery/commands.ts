import { z } from 'zod'
import type { Config } from '../../config.ts'
import { findClient } from '../../features/clients/service.ts'
import { type Options, required, withCell } from '../with-cell.ts'
import { finishRestore } from './finish-restore.ts'
import { checkInvariants } from './invariants.ts'
import { proveErasure } from './prove-erasure.ts'
import { restoreDrill } from './restore-drill.ts'

/** The operator's commands for backups and erasures; admin.ts has the others. */
export const recoveryCommands = {
  'restore-drill': {
    usage: '[--to TIME] [--folder FOLDER] [--config FILE] [--includes FOLDER] [--stanza NAME]',
    does: 'restores a backup into a private copy, checks it and removes it; as root or postgres, where pgBackRest is',
    async run(config: Config, { to, folder = '/var/tmp', stanza = 'payproof', ...options }: Options) {
      const { config: file = '/etc/pgbackrest/pgbackrest.conf', includes = '/etc/pgbackrest/conf.d' } =
        options
      return requirePassed(
        await restoreDrill(config, { repository: { config: file, includes, stanza }, folder, to }),
      )
    },
  },
  'finish-restore': {
    usage: '',
    does: 'after a restore and before anything is started: erases whom the ledger names, brings lost files back, checks',
    run: async (config: Config) => requirePassed(await finishRestore(config)),
  },
  'check-invariants': {
    usage: '',
    does: 'what restore-drill checks, on the cell itself while it runs; it reads every row',
    run: (config: Config) =>
      withCell(config, async (cell) => {
        const invariants = await checkInvariants(cell)
        return requirePassed({ passed: invariants.every(({ holds }) => holds), invariants })
      }),
  },
  'prove-erasure': {
    usage: '--client NAME_OR_ID --user ID',
    does: 'looks for what is left of an erased user in every table and in the store; fails if there is anything',
    run: (config: Config, options: Options) =>
      withCell(config, async (cell) => {
        const userId = z.uuid('--user is the id of a user').parse(options.user)
        const { id } = await findClient(cell.database, required(options, 'client'))
        return requirePassed(await proveErasure(cell, { clientId: id, userId }))
      }),
  },
}

/** A script sees by the exit code whether all is well. */
function requirePassed<Report extends { passed: boolean }>(report: Report) {
  if (!report.passed) throw new Error(JSON.stringify(report))
  return report
}
