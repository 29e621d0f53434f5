import { once } from 'node:events'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { openResolver } from './resolve.ts'
import { isAddressAllowed, type OutboundRules, type OutboundTarget } from './urls.ts'

export type ConnectLimits = { dnsMs: number; connectMs: number; tlsMs: number }

export type Connect = ReturnType<typeof openConnect>

const maxAddressesTried = 4

/**
 * Opens TCP or TLS connections. The resolved addresses are checked before connecting, and the peer address of the
 * socket afterwards.
 */
export function openConnect(rules: OutboundRules, limits: ConnectLimits) {
  const resolve = openResolver({ servers: rules.dnsServers, timeoutMs: limits.dnsMs })
  const secureContext = createSecureContext({
    minVersion: 'TLSv1.2',
    ...(rules.ca && { ca: [...getCACertificates('default'), rules.ca] }),
  })

  return async (target: OutboundTarget, signal: AbortSignal): Promise<Socket> => {
    const addresses = await resolve(target.host, signal)
    requireAllowed(rules, addresses)
    const socket = await connectToAny(
      addresses.slice(0, maxAddressesTried),
      target.port,
      limits.connectMs,
      signal,
    )
    try {
      requireAllowed(rules, [socket.remoteAddress ?? 'unknown'])
      return target.isSecure ? await upgradeToTls(socket, target, { secureContext, signal, limits }) : socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
}

/**
 * Throws if any address of the host is blocked: a legitimate receiver never resolves to both public and internal
 * addresses.
 */
function requireAllowed(rules: OutboundRules, addresses: readonly string[]) {
  if (addresses.length === 0) throw new Error('the host has no address')
  const blocked = addresses.find((address) => !isAddressAllowed(rules, address))
  if (blocked !== undefined) throw new Error(`the host has the address ${blocked}, which is blocked`)
}

/**
 * Tries the addresses in turn, each with a share of the timeout, so that an unresponsive address does not use up the
 * time of the others.
 */
async function connectToAny(addresses: string[], port: number, timeoutMs: number, signal: AbortSignal) {
  const endsAt = performance.now() + timeoutMs
  for (const [index, host] of addresses.entries()) {
    const shareMs = (endsAt - performance.now()) / (addresses.length - index)
    const isLast = index === addresses.length - 1
    try {
      const socket = connectTcp({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 })
      return await waitForEvent(socket, 'connect', shareMs, signal)
    } catch (error) {
      if (isLast || signal.aborted) throw error
    }
  }
  throw new Error('the host has no address')
}

type TlsOptions = { secureContext: SecureContext; signal: AbortSignal; limits: ConnectLimits }

function upgradeToTls(
  socket: Socket,
  { host }: OutboundTarget,
  { secureContext, signal, limits }: TlsOptions,
) {
  const secured = connectTls({
    socket,
    host,
    // SNI does not allow IP addresses. The certificate must still be valid for the address.
    servername: isIP(host) === 0 ? host : '',
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // Set explicitly, because NODE_TLS_REJECT_UNAUTHORIZED could change the default.
    rejectUnauthorized: true,
  })
  return waitForEvent(secured, 'secureConnect', limits.tlsMs, signal)
}

/** Resolves to the socket once it emits the event; destroys the socket on timeout or error. */
async function waitForEvent<S extends Socket>(
  socket: S,
  event: string,
  timeoutMs: number,
  signal: AbortSignal,
) {
  // Later errors are noticed because the socket is closed. Without a listener they would crash the process.
  socket.on('error', () => {})
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, timeout]) })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
