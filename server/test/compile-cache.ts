// biome-ignore lint/style/noProcessEnv: the cache belongs to the test run, not to the service.
const { NODE_COMPILE_CACHE } = process.env

/**
 * Environment for processes started by tests. Compiled code is cached, because they load the same modules again and
 * again.
 */
export const compileCache: Record<string, string> = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
