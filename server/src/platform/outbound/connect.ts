import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { openResolver } from './resolve.ts'
import { allows, type OutboundRules, type Target } from './urls.ts'

export type ConnectLimits = { dnsMs: number; connectMs: number; tlsMs: number }

export type Connect = ReturnType<typeof openConnect>

const mostAddresses = 4

/** Makes connections that stand, to addresses that were checked before and are checked again on the socket. */
export function openConnect(rules: OutboundRules, limits: ConnectLimits) {
  const resolve = openResolver({ servers: rules.dnsServers, limitMs: limits.dnsMs })
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(rules.ca && { ca: [...getCACertificates('default'), rules.ca] }),
  })

  return async (target: Target, signal: AbortSignal): Promise<Socket> => {
    const addresses = await resolve(target.host, signal)
    requireAllowed(rules, addresses)
    const socket = await connectToAny(
      addresses.slice(0, mostAddresses),
      target.port,
      limits.connectMs,
      signal,
    )
    try {
      requireAllowed(rules, [socket.remoteAddress ?? 'nobody'])
      return target.isSecure ? await secure(socket, target, { secureContext, signal, limits }) : socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}

/** One address that must not be reached speaks against them all: no honest receiver has such a neighbour. */
function requireAllowed(rules: OutboundRules, addresses: readonly string[]) {
  if (addresses.length === 0) throw new Error('the host has no address')
  const blocked = addresses.find((address) => !allows(rules, address))
  if (blocked !== undefined) throw new Error(`the host has the address ${blocked}, which is blocked`)
}

/** One after the other, each with its share of the time, so that a dead address does not hide a living one. */
async function connectToAny(addresses: string[], port: number, limitMs: number, signal: AbortSignal) {
  const endsAt = performance.now() + limitMs
  for (const [index, host] of addresses.entries()) {
    const shareMs = (endsAt - performance.now()) / (addresses.length - index)
    const isLast = index === addresses.length - 1
    try {
      const socket = connectTcp({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
      return await standing(socket, 'connect', shareMs, signal)
    } catch (error) {
      if (isLast || signal.aborted) throw error
    }
  }
  throw new Error('the host has no address')
}

type Securing = { secureContext: SecureContext; signal: AbortSignal; limits: ConnectLimits }

function secure(socket: Socket, { host }: Target, { secureContext, signal, limits }: Securing) {
  const secured = connectTls({
    socket,
    host,
    // An address cannot be asked for by name; the certificate must still be made out to it.
    servername: isIP(host) === 0 ? host : '',
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Said although it is the default, because an environment variable could change that.
    rejectUnauthorized: true,
  })
  return standing(secured, 'secureConnect', limits.tlsMs, signal)
}

/** The socket once the event has come; it is gone if the event has not come in time. */
async function standing<S extends Socket>(socket: S, event: string, limitMs: number, signal: AbortSignal) {
  // An error after the wait, or a second one, is known by the end of the socket and must not end the process.
  socket.on('error', () => {})
  const limit = AbortSignal.timeout(Math.max(1, Math.ceil(limitMs)))
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, limit]) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
