import { logRequests } from '../request-log.ts'

// Loaded with `--import` into services that tests start, so that their requests are in the request log too.
// biome-ignore lint/style/noProcessEnv: set by environmentFor in template.ts; the service does not know it.
const { REQUEST_LOG } = process.env
if (REQUEST_LOG) logRequests(REQUEST_LOG)
