import { command } from '../command.ts'
import { CliError } from '../fault.ts'

// Points to the operator's commands: the API has no tasks.
export const tasks = ['list', 'retry', 'cancel'].map((verb) =>
  command({
    name: `tasks ${verb}`,
    does: `is on the server, not in the API: admin tasks ${verb}`,
    run() {
      throw new CliError(
        'refused',
        'Tasks belong to the operator of the service, and the API does not expose them. ' +
          `On the server: node server/src/main.ts admin tasks ${verb} (docs/operations.md)`,
      )
    },
  }),
)
