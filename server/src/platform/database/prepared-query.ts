import type { CompiledQuery } from 'kysely'
import type { Tx } from './scoped-connection.ts'

/**
 * A statement whose text is built once; later calls only bind their values. For the few that everybody waits for:
 * building one costs more than the rest of what we add to a read.
 */
export function prepared<Values extends Record<string, unknown>, Row>(
  build: (tx: Tx, slots: Values) => CompiledQuery<Row>,
) {
  let known: CompiledQuery<Row> | undefined
  return async (tx: Tx, values: Values): Promise<Row[]> => {
    known ??= build(tx, slots as Values)
    const parameters = known.parameters.map((value) => (value instanceof Slot ? values[value.name] : value))
    const { rows } = await tx.executeQuery<Row>({ ...known, parameters })
    return rows
  }
}

class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

// Stands in for any value while the text is built; the query builder takes it for a parameter like any other.
const slots = new Proxy({}, { get: (_target, name) => new Slot(String(name)) })
