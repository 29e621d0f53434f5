import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { setForwardedAddress } from '../http/caller-address.ts'
import type { Log } from '../telemetry/log.ts'
import {
  type CellTlsFiles,
  isIssuedFor,
  minTlsVersion,
  nameOfCell,
  readCellCertificates,
  routerName,
} from './cell-certificates.ts'
import { forwardedByHeader } from './cell-requests.ts'

export type CellListener = ReturnType<typeof openCellListener>

/** The only requests that cells forward to each other. */
const routesForCells = [
  'POST /members/signin',
  'POST /members/password-reset/initiate',
  'GET /.well-known/jwks.json',
]

const certificateCheckMs = 10_000

type CellListenerDeps = {
  /** Handles the admitted requests. */
  api: HttpServer
  peerCells: readonly string[]
  tlsFiles: CellTlsFiles
  log: Log
}

/**
 * A second listener of the API, over TLS with client certificates. A cell may send the few requests that cells forward.
 * The router, or the load balancer of the cell, may send all requests.
 */
export function openCellListener({ api, peerCells, tlsFiles, log }: CellListenerDeps) {
  const server = createServer(
    {
      ...readCellCertificates(tlsFiles),
      minVersion: minTlsVersion,
      requestCert: true,
      rejectUnauthorized: true,
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1_000,
    },
    handle,
  )
  server.on('tlsClientError', (error) =>
    log.warn({ code: (error as { code?: string }).code }, 'refused a connection to the cell listener'),
  )
  const renewCertificates = openRenewal(server, tlsFiles, log)
  const renewal = setInterval(renewCertificates, certificateCheckMs).unref()

  function handle(request: IncomingMessage, response: ServerResponse) {
    // Node returns null, against its types, if the caller has disconnected.
    const raw = (request.socket as TLSSocket).getPeerCertificate()?.raw
    if (!raw) return request.socket.destroy()
    const claimed = request.headers[forwardedByHeader]
    if (claimed === undefined && isIssuedFor(raw, routerName)) {
      api.emit('request', request, response)
      return
    }
    const cell = peerCells.find((name) => name === claimed)
    if (!cell || !isIssuedFor(raw, nameOfCell(cell))) {
      log.warn({ claimed: cell ?? null }, 'refused a request whose certificate is not of the cell it names')
      return refuse(response, 403, 'The certificate is not of a cell that may call this one')
    }
    const [path] = (request.url ?? '').split('?')
    if (!routesForCells.includes(`${request.method} ${path}`))
      return refuse(response, 404, 'Cells do not forward such requests')
    setForwardedAddress(request)
    api.emit('request', request, response)
  }

  return {
    async listen({ host, port }: { host: string; port: number }) {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject).listen(port, host, resolve)
      })
      return (server.address() as AddressInfo).port
    },
    renewCertificates,
    async close() {
      clearInterval(renewal)
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      await closed
    },
  }
}

/** New connections use the renewed files. While they are incomplete or unreadable, the previous certificate is kept. */
function openRenewal(server: HttpsServer, files: CellTlsFiles, log: Log) {
  let used = readCellCertificates(files)
  return () => {
    try {
      const read = readCellCertificates(files)
      const isSame = read.cert.equals(used.cert) && read.key.equals(used.key) && read.ca.equals(used.ca)
      if (isSame) return
      server.setSecureContext({ ...read, minVersion: minTlsVersion })
      used = read
      log.info('loaded the renewed certificate of this cell')
    } catch (error) {
      log.error({ err: error }, 'could not load the renewed certificate of this cell')
    }
  }
}

function refuse(response: ServerResponse, status: number, error: string) {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ errors: [error] }))
}
