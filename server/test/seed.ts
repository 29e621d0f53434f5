/**
 * Seed of random tests. It is fixed, so that a run can be repeated; environment variables set others for longer
 * searches.
 */

export const defaultSeed = 20_260_801

function readInteger(variable: string, otherwise: number) {
  // biome-ignore lint/style/noProcessEnv: settings of a test run, not of the service.
  const text = process.env[variable]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${variable} must be an integer, not '${text}'`)
  return value
}

/** Seed of every fc.assert without its own; fast-check prints the seed with a counterexample. */
export const fastCheckSeed = readInteger('FC_SEED', defaultSeed)

/**
 * Settings of the model-based tests in stories/model. Parallel lane n uses `seed` + n and runs `sequences` random
 * sequences of operations.
 */
export const model = {
  seed: readInteger('MODEL_SEED', defaultSeed),
  sequences: readInteger('MODEL_SEQUENCES', 3),
}
