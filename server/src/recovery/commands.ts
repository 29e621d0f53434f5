import type { Command } from '../admin.ts'
import { finishRestore } from './finish-restore.ts'
import { checkInvariants } from './invariants.ts'
import { restoreDrill, withCell } from './restore-drill.ts'

export const recoveryCommands: Record<string, Command> = {
  'restore-drill': {
    usage: '[--to TIME] [--folder FOLDER] [--config FILE] [--includes FOLDER] [--stanza NAME]',
    does: 'restores a backup into a private copy, checks it and removes it; as root or postgres, where pgBackRest is',
    async run(config, { to, folder = '/var/tmp', stanza = 'payproof', ...options }) {
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
    run: async (config) => requirePassed(await finishRestore(config)),
  },
  'check-invariants': {
    usage: '',
    does: 'what restore-drill checks, on the cell itself while it runs; it reads every row',
    run: (config) =>
      withCell(config, async (cell) => {
        const invariants = await checkInvariants(cell)
        return requirePassed({ passed: invariants.every(({ holds }) => holds), invariants })
      }),
  },
}

/** A script sees by the exit code whether all is well. */
function requirePassed<Report extends { passed: boolean }>(report: Report) {
  if (!report.passed) throw new Error(JSON.stringify(report))
  return report
}
