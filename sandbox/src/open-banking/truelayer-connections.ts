import { randomUUID } from 'node:crypto'
import type { WorldClock } from '../clock.ts'
import type { SimulatedPerson } from '../people/types.ts'
import type { ProviderBehaviour } from '../providers/behaviours.ts'
import { evictOldest } from '../providers/evict-oldest.ts'
import { createTokenStore, newToken } from '../providers/token-store.ts'
import { reconfirmDays } from './consents.ts'
import { TrueLayerFault } from './truelayer-fault.ts'

export const scopes = [
  'info',
  'accounts',
  'balance',
  'cards',
  'transactions',
  'direct_debits',
  'standing_orders',
  'offline_access',
] as const
type Scope = (typeof scopes)[number]

const consentMs = reconfirmDays * 86_400_000
const maxConnections = 50_000

/** A person's consent and the authentication at their bank. */
export type TrueLayerConnection = {
  id: string
  person: SimulatedPerson
  /** Behaviour that the password requested, which later data calls follow. */
  behaviour: ProviderBehaviour
  scope: string[]
  providerId: string
  /** Session at the bank. Without it, the person has withdrawn the consent there. */
  bankSession: string
  refreshToken: string
  createdAt: Date
  /** When the person last signed in at the bank. */
  authenticatedAt: Date
  /** When the person last gave or confirmed the consent. */
  confirmedAt: Date
  isRevoked: boolean
}

type NewTrueLayerConnection = Pick<
  TrueLayerConnection,
  'person' | 'behaviour' | 'scope' | 'providerId' | 'bankSession'
>

/** Connections with their life cycle: tokens, confirmation every 90 days and deletion. */
export function openConnections(clock: WorldClock, isSessionOpen: (bankSession: string) => boolean) {
  const byRefreshToken = new Map<string, TrueLayerConnection>()
  const accessTokens = createTokenStore<TrueLayerConnection>(clock)

  const expiryOf = ({ confirmedAt }: TrueLayerConnection) => new Date(confirmedAt.getTime() + consentMs)
  const isWithdrawn = ({ isRevoked, bankSession }: TrueLayerConnection) =>
    isRevoked || !isSessionOpen(bankSession)
  const isLapsed = (connection: TrueLayerConnection) => clock.now() >= expiryOf(connection)

  function requireExtendable(refreshToken: string) {
    const connection = byRefreshToken.get(refreshToken)
    if (!connection || isWithdrawn(connection) || !connection.scope.includes('offline_access'))
      throw new TrueLayerFault('invalid_grant', 'The refresh token is unknown or revoked')
    return connection
  }

  function requireAccess(token: string) {
    const connection = accessTokens.find(token)
    if (!connection) throw new TrueLayerFault('invalid_token', 'The token is unknown or expired')
    return connection
  }

  return {
    expiryOf,
    requireExtendable,
    requireAccess,

    create(request: NewTrueLayerConnection): TrueLayerConnection {
      const now = clock.now()
      const connection: TrueLayerConnection = {
        ...request,
        id: randomUUID(),
        refreshToken: newToken(),
        createdAt: now,
        authenticatedAt: now,
        confirmedAt: now,
        isRevoked: false,
      }
      byRefreshToken.set(connection.refreshToken, connection)
      evictOldest(byRefreshToken, maxConnections)
      return connection
    },

    issueAccess: (connection: TrueLayerConnection, ttlMs: number) => accessTokens.put(connection, ttlMs),

    /** A refresh token works until the consent lapses. */
    requireRefresh(refreshToken: string) {
      const connection = requireExtendable(refreshToken)
      if (isLapsed(connection)) throw new TrueLayerFault('invalid_grant', 'The consent has expired')
      return connection
    },

    extend(connection: TrueLayerConnection) {
      connection.confirmedAt = clock.now()
    },

    revoke(connection: TrueLayerConnection) {
      connection.isRevoked = true
    },

    /** Finds the connection of a data request, if its consent is valid and covers the scope. */
    requireData(token: string, scope?: Scope) {
      const connection = requireAccess(token)
      if (isWithdrawn(connection) || isLapsed(connection))
        throw new TrueLayerFault('access_denied', 'The access was revoked or has expired')
      if (scope && !connection.scope.includes(scope))
        throw new TrueLayerFault('access_denied', `The consent does not cover ${scope}`)
      return connection
    },
  }
}

export type TrueLayerConnections = ReturnType<typeof openConnections>
