import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { atEnd } from '../at-end.ts'

export type ModelRequest = {
  authorization: string | null
  body: {
    model: string
    temperature: number
    messages: { role: string; content: string }[]
    response_format: { type: string; json_schema: { name: string; strict: boolean } }
  }
}

/** Starts model-server.ts as its own process, which ends with the test file. */
export async function startModelServer() {
  const program = new URL('model-server.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  atEnd(async () => {
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  })
  const [line] = await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${JSON.parse(String(line)).port}`
  return {
    url: `${url}/v1`,
    requests: async () => (await (await fetch(`${url}/requests`)).json()) as ModelRequest[],
  }
}
