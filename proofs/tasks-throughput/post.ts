import { Agent, request } from 'node:http'

export type Poster = ReturnType<typeof openPoster>

/** Opens the HTTP client that all contenders use, so that HTTP costs them the same. */
export function openPoster(url: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(url)
  const options = {
    agent,
    hostname,
    port,
    path: '/tasks',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  }
  return {
    /** Sends a POST; resolves with the status once the reply has been read. */
    post(body: string): Promise<number> {
      return new Promise((resolve, reject) => {
        const call = request(options, (response) => {
          response.on('end', () => {
            if (response.statusCode === 204) resolve(204)
            else reject(new Error(`the receiver returned ${response.statusCode}`))
          })
          response.resume()
        })
        call.on('error', reject)
        call.end(body)
      })
    },
    close: () => agent.destroy(),
  }
}

/** Returns the input of a task, about 200 bytes as JSON. */
export function inputOf(number: number) {
  return {
    number,
    kind: 'webhook.deliver',
    event: 'payslip.verified',
    subject: `0198c7a2-5b1e-7c3d-9f00-${String(number).padStart(12, '0')}`,
    occurred_at: '2026-08-20T10:15:30.123Z',
    attempt_token: 'q3Xv8sTn0LbYw2Rk',
  }
}
