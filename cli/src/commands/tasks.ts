import { command } from '../command.ts'
import { CliError } from '../fault.ts'

// These commands point to the operator's commands, because the API has no tasks.
export const tasks = ['list', 'retry', 'cancel'].map((verb) =>
  command({
    name: `tasks ${verb}`,
    does: `not in the API; run admin tasks ${verb} on the server`,
    run() {
      throw new CliError(
        'refused',
        'The API does not expose tasks; they are for the operator of the service. ' +
          `On the server: node server/src/main.ts admin tasks ${verb} (docs/operations.md)`,
      )
    },
  }),
)
