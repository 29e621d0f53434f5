import type { Area } from './row.ts'

export type Endpoint = { area: Area; endpoint: string; statuses: number[] }

// Every endpoint of the interface, in its order, with each status it names or its rules imply.
// The table must hold a row for each; a hand-written copy, because a test reads nothing outside the project.
export const interfaceEndpoints: Endpoint[] = [
  { area: 'members', endpoint: 'POST /members/signin', statuses: [200, 400] },
  { area: 'authorisations', endpoint: 'GET /authorisations/terms/{term_id}', statuses: [200, 401, 404] },
  { area: 'users', endpoint: 'PATCH /users/{user_id}', statuses: [200, 400, 401, 404] },
  { area: 'users', endpoint: 'GET /users', statuses: [200, 400, 401] },
  { area: 'users', endpoint: 'DELETE /users/{user_id}', statuses: [200, 401, 404] },
  { area: 'configuration', endpoint: 'GET /configuration', statuses: [200, 401, 404] },
  { area: 'configuration', endpoint: 'PATCH /configuration', statuses: [200, 400, 401] },
  { area: 'payroll', endpoint: 'POST /payroll/entries/connections', statuses: [201, 400, 401, 403] },
  { area: 'accounts', endpoint: 'POST /accounts/direct-connections', statuses: [201, 400, 401, 403] },
  { area: 'accounts', endpoint: 'PUT /accounts/{account_id}/mfa', statuses: [200, 400, 401, 403, 404] },
  { area: 'accounts', endpoint: 'DELETE /accounts/{account_id}', statuses: [200, 401, 404] },
  { area: 'payroll', endpoint: 'DELETE /payroll/entries/{entry_id}', statuses: [200, 401, 404] },
  {
    area: 'documents',
    endpoint: 'PUT /documents/bank-statements/presign',
    statuses: [200, 400, 401, 403],
  },
  { area: 'bank-statements', endpoint: 'GET /bankstatements/{user_id}', statuses: [200, 400, 401] },
  { area: 'tax-income', endpoint: 'GET /taxauth/{user_id}', statuses: [200, 400, 401] },
  { area: 'expenditure', endpoint: 'GET /expenditure/{user_id}/ons', statuses: [200, 401, 404] },
  { area: 'providers', endpoint: 'GET /providers', statuses: [200, 401] },
  { area: 'members', endpoint: 'POST /members', statuses: [201, 400, 401] },
  { area: 'webhooks', endpoint: 'POST /webhooks', statuses: [201, 400, 401] },
  { area: 'webhooks', endpoint: 'GET /webhooks', statuses: [200, 401] },
  { area: 'webhooks', endpoint: 'DELETE /webhooks/{webhook_id}', statuses: [200, 401, 404] },
]

// What the interface leaves open and the service decides: the endpoints without which nobody could use it.
export const addedEndpoints: Endpoint[] = [
  { area: 'every endpoint', endpoint: 'GET /openapi.json', statuses: [200] },
  { area: 'members', endpoint: 'POST /members/mfa/validate', statuses: [200, 400, 401] },
  { area: 'members', endpoint: 'POST /members/invitations/{code}/accept', statuses: [200, 400, 404] },
  { area: 'members', endpoint: 'POST /members/password-reset/initiate', statuses: [200, 400] },
  { area: 'members', endpoint: 'POST /members/password-reset/confirm', statuses: [200, 400, 404] },
  { area: 'members', endpoint: 'GET /members', statuses: [200, 400, 401, 403] },
  { area: 'members', endpoint: 'GET /members/{id}', statuses: [200, 401, 403, 404] },
  { area: 'members', endpoint: 'PATCH /members/{id}', statuses: [200, 400, 401, 403, 404] },
  { area: 'members', endpoint: 'DELETE /members/{id}', statuses: [200, 401, 403, 404] },
  { area: 'api-keys', endpoint: 'GET /api-keys', statuses: [200, 400, 401, 403] },
  { area: 'api-keys', endpoint: 'POST /api-keys', statuses: [201, 400, 401, 403] },
  { area: 'api-keys', endpoint: 'DELETE /api-keys/{id}', statuses: [200, 401, 403, 404] },
  { area: 'users', endpoint: 'POST /users', statuses: [201, 400, 401, 403, 409, 413, 415, 429] },
  { area: 'users', endpoint: 'GET /users/{user_id}', statuses: [200, 401, 404] },
  { area: 'users', endpoint: 'GET /users/recurring', statuses: [200, 400, 401] },
  { area: 'user-tokens', endpoint: 'POST /user-tokens', statuses: [201, 400, 401, 403, 404] },
  { area: 'user-tokens', endpoint: 'POST /user-tokens/revocations', statuses: [201, 400, 401, 403, 404] },
  { area: 'user-tokens', endpoint: 'GET /.well-known/jwks.json', statuses: [200] },
  { area: 'authorisations', endpoint: 'POST /authorisations/terms', statuses: [201, 400, 401, 403] },
  { area: 'authorisations', endpoint: 'GET /authorisations/terms', statuses: [200, 400, 401] },
  {
    area: 'authorisations',
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    statuses: [200, 400, 401, 403, 404],
  },
  { area: 'authorisations', endpoint: 'GET /authorisations/terms/latest', statuses: [200, 400, 401, 404] },
  { area: 'authorisations', endpoint: 'POST /authorisations', statuses: [201, 400, 401, 403, 404] },
  { area: 'authorisations', endpoint: 'GET /authorisations', statuses: [200, 400, 401, 404] },
  {
    area: 'authorisations',
    endpoint: 'PUT /authorisations/{authorisation_id}/revoke',
    statuses: [200, 401, 403, 404],
  },
  { area: 'accounts', endpoint: 'POST /accounts', statuses: [201, 400, 401, 403, 404] },
  { area: 'accounts', endpoint: 'GET /accounts', statuses: [200, 400, 401, 404] },
  { area: 'accounts', endpoint: 'GET /accounts/{account_id}', statuses: [200, 401, 404] },
  {
    area: 'accounts',
    endpoint: 'POST /accounts/{account_id}/reconnect',
    statuses: [200, 400, 401, 403, 404],
  },
  { area: 'accounts', endpoint: 'GET /accounts/{account_id}/history', statuses: [200, 401, 404] },
  { area: 'accounts', endpoint: 'GET /accounts/recurring', statuses: [200, 400, 401, 404] },
  { area: 'payroll', endpoint: 'GET /payroll/entries', statuses: [200, 400, 401, 404] },
  { area: 'payroll', endpoint: 'GET /payroll/{user_id}', statuses: [200, 400, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'GET /webhooks/{webhook_id}', statuses: [200, 401, 404] },
  { area: 'webhooks', endpoint: 'PATCH /webhooks/{webhook_id}', statuses: [200, 400, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'GET /webhooks/{webhook_id}/status', statuses: [200, 401, 404] },
  { area: 'webhooks', endpoint: 'POST /webhooks/{webhook_id}/test', statuses: [200, 400, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'POST /webhooks/{webhook_id}/rotate', statuses: [200, 400, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'POST /webhooks/{webhook_id}/pause', statuses: [200, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'POST /webhooks/{webhook_id}/resume', statuses: [200, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'POST /webhooks/{webhook_id}/recover', statuses: [202, 400, 401, 403, 404] },
  { area: 'webhooks', endpoint: 'GET /webhooks/{webhook_id}/deliveries', statuses: [200, 400, 401, 404] },
  {
    area: 'webhooks',
    endpoint: 'GET /webhooks/{webhook_id}/deliveries/{delivery_id}',
    statuses: [200, 401, 404],
  },
  {
    area: 'webhooks',
    endpoint: 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    statuses: [202, 400, 401, 403, 404],
  },
  { area: 'webhooks', endpoint: 'GET /events', statuses: [200, 400, 401] },
]

/** What the service itself sends: an HTTP POST to the url of a subscription. */
export const delivery = 'POST {url}'
