// biome-ignore lint/style/noProcessEnv: the cache belongs to the test run, not to the service.
const { NODE_COMPILE_CACHE } = process.env

/** For the environment of processes that tests start: they load the same modules again and again. */
export const compileCache: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
