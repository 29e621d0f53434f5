/** Seeds of random tests: fixed, so that a run can be repeated; the environment sets others for longer searches. */

export const defaultSeed = 20_260_801

function readInteger(variable: string, otherwise: number) {
  // biome-ignore lint/style/noProcessEnv: settings of a test run, not of the service.
  const text = process.env[variable]
  if (text === undefined || text === '') return otherwise
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`${variable} must be an integer, not '${text}'`)
  return value
}

/** Used by every fc.assert without a seed of its own; fast-check prints the seed with a counterexample. */
export const fastCheckSeed = readInteger('FC_SEED', defaultSeed)

/** stories/model: the first lane's seed, to which each lane adds its number, and the sequences of each lane. */
export const model = {
  seed: readInteger('MODEL_SEED', defaultSeed),
  sequences: readInteger('MODEL_SEQUENCES', 3),
}
