import { command } from '../command.ts'
import { Fault } from '../fault.ts'

// Whoever looks for them here is told where they are.
export const tasks = ['list', 'retry', 'cancel'].map((verb) =>
  command({
    name: `tasks ${verb}`,
    does: `is on the server, not in the API: admin tasks ${verb}`,
    run() {
      throw new Fault(
        'refused',
        'Tasks belong to whoever operates the service, and the API has nothing about them. ' +
          `On the server: node server/src/main.ts admin tasks ${verb} (docs/operations.md)`,
      )
    },
  }),
)
