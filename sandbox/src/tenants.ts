import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A tenant is one client of the service, named by its id. Everything under `/tenants/{client_id}` is the same sandbox
 * with the clock, the switches and the sessions of that tenant.
 */
const tenantUrl = /^\/tenants\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?=[/?]|$)/

/** The name for requests outside `/tenants`: what is set there is the default of every tenant. */
export const installation = ''

const storage = new AsyncLocalStorage<string>()

/** The tenant of the current request, or `installation`. */
export const currentTenant = (): string => storage.getStore() ?? installation

/** Path prefix of the current tenant's pages and links. */
export function tenantPath(): string {
  const tenant = currentTenant()
  return tenant === installation ? '' : `/tenants/${tenant}`
}

export const runAsTenant = <T>(tenant: string, work: () => T): T => storage.run(tenant, work)

/** Removes the tenant from a URL before routing. Fastify keeps the URL as sent in `originalUrl`. */
export const withoutTenant = (url: string): string => {
  const rest = url.replace(tenantUrl, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

const tenantOf = ({ originalUrl }: FastifyRequest) => tenantUrl.exec(originalUrl)?.[1] ?? installation

/** Runs every request as its tenant. */
export function separateTenants(server: FastifyInstance) {
  server.addHook('onRequest', (request, _reply, done) => runAsTenant(tenantOf(request), done))
  // A parsed body arrives in the context of the connection, so the tenant has to be set again.
  server.addHook('preValidation', (request, _reply, done) => runAsTenant(tenantOf(request), done))
}
