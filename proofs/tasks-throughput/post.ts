import { Agent, request } from 'node:http'

export type Poster = ReturnType<typeof openPoster>

/** The one way in which every contender calls the receiver, so that HTTP costs all of them the same. */
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
    /** Resolves with the status once the whole answer has been read. */
    post(body: string): Promise<number> {
      return new Promise((resolve, reject) => {
        const call = request(options, (response) => {
          response.on('end', () => {
            if (response.statusCode === 204) resolve(204)
            else reject(new Error(`The receiver answered ${response.statusCode}`))
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

/** What a task is about: some 200 bytes of JSON, as an object and not as text. */
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
