import type { CompiledQuery } from 'kysely'
import type { Tx } from './scoped-connection.ts'

/**
 * Compiles a query once; later calls only bind their values. Use it for hot queries only: compiling with Kysely costs
 * more than all other overhead of a read.
 */
export function prepareQuery<Values extends Record<string, unknown>, Row>(
  build: (tx: Tx, placeholders: Values) => CompiledQuery<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined
  return async (tx: Tx, values: Values): Promise<Row[]> => {
    compiled ??= build(tx, placeholders as Values)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    )
    const { rows } = await tx.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

// Returns a placeholder for every property while the query is compiled. Kysely treats it like any other parameter.
const placeholders = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })
