import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { MemberRole } from '../../../platform/http/caller.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { notFound } from '../../../platform/problem.ts'
import { lockMember, type MemberRow, updateMember } from '../queries.ts'
import { notifyMember, openIdentity, sealIdentity } from '../service.ts'
import { type Origin, type SignInDeps, sessionFor, tenantOf } from '../sign-in.ts'
import { attemptLifetimeSeconds, type SsoAttempt } from './attempt-cookie.ts'
import {
  buildAuthorisationUrl,
  createSignInSecrets,
  type OpenIdClaims,
  type OpenIdRegistration,
  redeemResponse,
} from './openid.ts'
import {
  findLink,
  findLinkedMember,
  findMemberByEmail,
  findProviderByOrganisation,
  findProviderOf,
  putLink,
  type SsoProviderRow,
  takeInvitation,
} from './queries.ts'
import type { SsoStart } from './schemas.ts'
import { openClientSecret, redirectUriOf, roleMappingOf } from './settings.ts'

export type SsoDeps = SignInDeps & { outbound: Outbound }

/** Why a response of the provider does not sign a member in, for the page that is shown. */
export type SsoRefusal = 'browser' | 'provider' | 'response' | 'email' | 'member' | 'role'

export class SsoRefused extends Error {
  readonly reason: SsoRefusal

  constructor(reason: SsoRefusal, cause?: unknown) {
    super(`single sign-on was refused: ${reason}`, { cause })
    this.name = 'SsoRefused'
    this.reason = reason
  }
}

// An authentication of unknown age counts as old.
const neverAuthenticated = new Date(0)

/** Starts a sign-in at the provider of an organisation. */
export async function startSingleSignOn(
  { database }: SsoDeps,
  { organisation, reauthenticate }: z.output<typeof SsoStart>,
): Promise<SsoAttempt> {
  const name = organisation.trim().toLowerCase()
  const provider = await database.system((tx) => findProviderByOrganisation(tx, name))
  if (!provider) throw notFound('Organisation', organisation)
  return {
    clientId: provider.client_id,
    issuer: provider.issuer,
    secrets: createSignInSecrets(),
    reauthenticate,
    expiresAt: Date.now() + attemptLifetimeSeconds * 1000,
  }
}

/** Returns the URL at the provider to which the browser goes. Throws SsoRefused if the provider is not reachable. */
export async function findAuthorisationUrl(deps: SsoDeps, origin: Origin, attempt: SsoAttempt) {
  const { provider, tenant } = await openProvider(deps, origin, attempt)
  const { secrets, reauthenticate } = attempt
  const request = { redirectUri: redirectUriOf(deps.baseUrl), secrets, reauthenticate }
  try {
    return await buildAuthorisationUrl(deps.outbound, registrationOf(tenant, provider), request)
  } catch (error) {
    throw new SsoRefused('provider', error)
  }
}

/** Opens the provider of an attempt, unless the client has changed it meanwhile. */
async function openProvider(deps: SsoDeps, origin: Origin, { clientId, issuer }: SsoAttempt) {
  const provider = await deps.database.system((tx) => findProviderOf(tx, clientId))
  if (provider?.issuer !== issuer) throw new SsoRefused('provider')
  return { provider, tenant: await tenantOf(deps, provider, origin, { kind: 'public', id: 'anonymous' }) }
}

/** Signs a member in with the response of the provider. Throws SsoRefused. */
export async function completeSingleSignOn(
  deps: SsoDeps,
  origin: Origin,
  attempt: SsoAttempt,
  response: URL,
) {
  const { provider, tenant: reader } = await openProvider(deps, origin, attempt)
  const claims = await redeem(deps, registrationOf(reader, provider), response, attempt)
  const found = await reader.transaction((tx) => matchMember(tx, deps, provider, claims))
  const tenant = await tenantOf(deps, provider, origin, { kind: 'member', id: found.id })
  return tenant.transaction(async (tx) => {
    const member = await lockMember(tx, found.id)
    if (!member) throw new SsoRefused('member')
    const ready = await prepareMember(tx, tenant, deps, provider, member, claims)
    const method = 'sso' as const
    const device = { ...origin, browser: true, method, authenticatedAt: authenticationTime(claims) }
    return sessionFor(deps, tenant, tx, ready, device)
  })
}

async function redeem(
  { outbound }: SsoDeps,
  registration: OpenIdRegistration,
  response: URL,
  { secrets, reauthenticate }: SsoAttempt,
) {
  try {
    return await redeemResponse(outbound, registration, response, { secrets, reauthenticate })
  } catch (error) {
    throw new SsoRefused('response', error)
  }
}

/**
 * Finds the member of this client: by the subject once it is linked, and before that by a verified e-mail address. An
 * address that the provider has not verified could belong to anyone.
 */
async function matchMember(tx: Tx, deps: SsoDeps, { issuer }: SsoProviderRow, claims: OpenIdClaims) {
  const linked = await findLinkedMember(tx, issuer, claims.sub)
  if (linked) return { id: linked.member_id }
  if (typeof claims.email !== 'string' || claims.email_verified !== true) throw new SsoRefused('email')
  const member = await findMemberByEmail(tx, deps.emailHashes(claims.email))
  if (!member) throw new SsoRefused('member')
  const link = await findLink(tx, member.id)
  // The address was given to another person at the provider.
  if (link?.issuer === issuer) throw new SsoRefused('member')
  return { id: member.id }
}

async function prepareMember(
  tx: Tx,
  tenant: Tenant,
  deps: SsoDeps,
  provider: SsoProviderRow,
  member: MemberRow,
  claims: OpenIdClaims,
) {
  // An Admin chooses the provider, and must not become an Owner by it.
  if (member.role === 'Owner') throw new SsoRefused('member')
  const role = mappedRole(provider, claims)
  // A member whose password must be reset cannot avoid that here.
  const isConfirmed = ['confirmed', 'force_change_password'].includes(member.status)
  const confirmed = isConfirmed ? member : await confirmInvited(tx, tenant, member, claims)
  await linkMember(tx, tenant, deps, confirmed, { issuer: provider.issuer, subject: claims.sub })
  if (role === undefined || role === confirmed.role) return confirmed
  audit(tx, 'member.changed', member.id)
  await notifyMember(tx, tenant, deps, confirmed, {
    subject: 'Your role was changed',
    change: `your role was changed from ${confirmed.role} to ${role} by your organisation`,
  })
  return updateMember(tx, member.id, { role })
}

/** Accepts the invitation of a member, who then has no password. */
async function confirmInvited(tx: Tx, tenant: Tenant, member: MemberRow, claims: OpenIdClaims) {
  if (!(await takeInvitation(tx, member.id))) throw new SsoRefused('member')
  const { email } = openIdentity(tenant, member)
  const name = typeof claims.name === 'string' ? claims.name.slice(0, 200) : ''
  const version = member.version + 1
  audit(tx, 'member.confirmed', member.id)
  return updateMember(tx, member.id, {
    status: 'confirmed',
    version,
    sealed: sealIdentity(tenant, member.id, version, { email, name }),
  })
}

async function linkMember(
  tx: Tx,
  tenant: Tenant,
  deps: SsoDeps,
  member: MemberRow,
  { issuer, subject }: { issuer: string; subject: string },
) {
  const known = await findLink(tx, member.id)
  if (known?.issuer === issuer && known.subject === subject) return
  await putLink(tx, { member_id: member.id, issuer, subject })
  await notifyMember(tx, tenant, deps, member, {
    subject: 'Single sign-on was set up',
    change: 'your account was linked with the single sign-on of your organisation',
  })
  audit(tx, 'member.sso_linked', member.id)
}

/**
 * The role by the claim; undefined if the client maps none. The first matching line of the mapping wins. Without a match
 * the person has no role with us, so the sign-in is refused.
 */
function mappedRole(provider: SsoProviderRow, claims: OpenIdClaims): MemberRole | undefined {
  if (provider.role_claim === null) return undefined
  const claim = claims[provider.role_claim]
  const values = Array.isArray(claim) ? claim : [claim]
  const match = roleMappingOf(provider).find(({ claim_value }) => values.includes(claim_value))
  if (!match) throw new SsoRefused('role')
  return match.role
}

const authenticationTime = ({ auth_time }: OpenIdClaims) =>
  typeof auth_time === 'number' ? new Date(Math.min(auth_time * 1000, Date.now())) : neverAuthenticated

const registrationOf = (tenant: Tenant, row: SsoProviderRow): OpenIdRegistration => ({
  issuer: row.issuer,
  clientId: row.oidc_client_id,
  clientSecret: openClientSecret(tenant, row),
})
