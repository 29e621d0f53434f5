import { expect } from 'vitest'
import { aUser } from '../people.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea } from './row.ts'
import { authorisation, pagination, term, timestamp } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractCall, type ContractWorld, mapBody, unknownId } from './world.ts'

const newTerm = (changes: object = {}) => ({
  name: 'Acme terms',
  authorisation_text: 'I agree.\n\nTruly.',
  authorisation_category: 'one_time',
  ...changes,
})

async function makeTerm(call: ContractCall, changes: object = {}) {
  return (await call('POST', '/authorisations/terms', newTerm(changes))).body as { id: string }
}

async function accept({ acme, createUserId }: ContractWorld, changes: object = {}) {
  const user_id = await createUserId()
  return acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1', ...changes })
}

/** A person who accepted the terms and withdrew on their own page, with the token of the journey they opened. */
async function withdrawnByPerson({ acme, anonymous, withToken, createUserId }: ContractWorld) {
  const user_id = await createUserId()
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  const code = String(webapp_link).split('/').at(-1)
  const person = withToken((await anonymous('POST', '/journeys/sessions', { code })).body.token)
  const { id } = (await person('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })).body
  await person('PUT', `/journeys/current/authorisations/${id}/revoke`)
  return { user_id, id: id as string, person }
}

const ownTerm = { ...term, ...newTerm(), is_active: true, is_system_term: false, translations: [] }

const welsh = { language: 'cy', name: 'Telerau Acme', authorisation_text: 'Rwy’n cytuno.' }

export const authorisations = inArea('authorisations', [
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    title: 'returns a term',
    async call({ acme }) {
      return acme('GET', `/authorisations/terms/${(await makeTerm(acme)).id}`)
    },
    expects: { status: 200, body: ownTerm },
  },
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    title: 'the service’s default terms are marked as system terms',
    async call({ acme }) {
      const { body } = await acme('GET', '/authorisations/terms?is_system_term=true')
      return acme('GET', `/authorisations/terms/${body.terms[0].id}`)
    },
    expects: { status: 200, body: { ...term, is_active: true, is_system_term: true } },
  },
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    title: 'another client’s term is not found',
    async call({ acme, rival }) {
      return rival('GET', `/authorisations/terms/${(await makeTerm(acme)).id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Authorisation term')] },
  },
  ...rejectsUnknownIds('GET /authorisations/terms/{term_id}', 'Authorisation term'),
  ...requiresApiKey('GET /authorisations/terms/{term_id}'),

  {
    endpoint: 'POST /authorisations/terms',
    title: 'a new term is active and has a version',
    call: ({ acme }) => acme('POST', '/authorisations/terms', newTerm()),
    expects: { status: 201, body: ownTerm },
  },
  {
    endpoint: 'POST /authorisations/terms',
    title: 'the version is incremented automatically',
    async call({ createClient }) {
      const { call } = await createClient()
      const first = await call('POST', '/authorisations/terms', newTerm())
      const second = await call('POST', '/authorisations/terms', newTerm())
      return mapBody(second, ({ authorisation_version }) => ({
        step: authorisation_version - first.body.authorisation_version,
      }))
    },
    expects: { status: 201, body: { step: 1 } },
  },
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    title: 'deactivate_previous deactivates earlier terms of the category',
    async call({ createClient }) {
      const { call } = await createClient()
      const { id } = await makeTerm(call)
      await makeTerm(call, { deactivate_previous: true })
      return call('GET', `/authorisations/terms/${id}`)
    },
    expects: { status: 200, matches: { is_active: false } },
  },
  {
    endpoint: 'POST /authorisations/terms',
    title: 'a term can have a Welsh translation',
    call: ({ acme }) => acme('POST', '/authorisations/terms', newTerm({ translations: [welsh] })),
    expects: { status: 201, body: { ...ownTerm, translations: [welsh] } },
  },
  {
    endpoint: 'POST /authorisations/terms',
    title: 'a translation into a language other than Welsh is refused',
    call: ({ acme }) =>
      acme('POST', '/authorisations/terms', newTerm({ translations: [{ ...welsh, language: 'en' }] })),
    expects: { status: 400, errors: [invalid('translations.0.language')] },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'accepted_text is the term’s text in the language of the person',
    async call(world) {
      const { id } = await makeTerm(world.acme, { translations: [welsh] })
      return accept(world, { term_id: id, language: 'cy' })
    },
    expects: { status: 201, matches: { accepted_text: welsh.authorisation_text, accepted_language: 'cy' } },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'a term without a Welsh translation cannot be accepted in Welsh',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      return accept(world, { term_id: id, language: 'cy' })
    },
    expects: { status: 400, errors: [invalid('language')] },
  },
  {
    endpoint: 'POST /authorisations/terms',
    title: 'reports missing and unknown fields by name',
    call: ({ acme }) => acme('POST', '/authorisations/terms', { text: 'I agree' }),
    expects: {
      status: 400,
      errors: [
        ...['name', 'authorisation_text', 'authorisation_category'].map((field) => missing(field)),
        unknown('text'),
      ],
    },
  },
  {
    endpoint: 'POST /authorisations/terms',
    title: 'a category other than one_time and recurring is refused',
    call: ({ acme }) => acme('POST', '/authorisations/terms', newTerm({ authorisation_category: 'forever' })),
    expects: { status: 400, errors: [invalid('authorisation_category')] },
  },
  {
    endpoint: 'POST /authorisations/terms',
    title: 'a returned term can be posted again: its read-only fields are ignored',
    async call({ acme }) {
      const { body } = await acme('POST', '/authorisations/terms', newTerm())
      return acme('POST', '/authorisations/terms', { ...body, is_active: false, is_system_term: true })
    },
    expects: { status: 201, body: ownTerm },
  },
  rejectsRole('POST /authorisations/terms', 'FullMember', 'Admin'),
  ...requiresApiKey('POST /authorisations/terms'),

  {
    endpoint: 'GET /authorisations/terms',
    title: 'lists terms, newest first',
    async call({ createClient }) {
      const { call } = await createClient()
      await makeTerm(call)
      return call('GET', '/authorisations/terms')
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(0, 20, 3, 3),
        terms: [ownTerm, { ...term, is_system_term: true }, { ...term, is_system_term: true }],
      },
    },
  },
  {
    endpoint: 'GET /authorisations/terms',
    title: 'filters by category, is_active and is_system_term',
    async call({ createClient }) {
      const { call } = await createClient()
      await makeTerm(call)
      await makeTerm(call, { authorisation_category: 'recurring' })
      return call(
        'GET',
        '/authorisations/terms?authorisation_category=one_time&is_active=true&is_system_term=false',
      )
    },
    expects: { status: 200, body: { pagination: pagination(0, 20, 1, 1), terms: [ownTerm] } },
  },
  ...pagingRows('GET /authorisations/terms', { firstOffset: 0, maxLimit: 100, defaultLimit: 20 }),
  ...requiresApiKey('GET /authorisations/terms'),

  {
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    title: 'deactivates a term; a returned term can be sent back',
    async call({ acme }) {
      const createdTerm = await makeTerm(acme)
      return acme('PATCH', `/authorisations/terms/${createdTerm.id}`, { ...createdTerm, is_active: false })
    },
    expects: { status: 200, body: { ...ownTerm, is_active: false } },
  },
  {
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    title: 'reports each missing field by name',
    async call({ acme }) {
      return acme('PATCH', `/authorisations/terms/${(await makeTerm(acme)).id}`, {})
    },
    expects: { status: 400, errors: [missing('is_active')] },
  },
  {
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    title: 'a system term cannot be changed',
    async call({ acme }) {
      const { body } = await acme('GET', '/authorisations/terms?is_system_term=true')
      return acme('PATCH', `/authorisations/terms/${body.terms[0].id}`, { is_active: false })
    },
    expects: { status: 403, errors: [/is a system term/], headers: { 'x-svc-error-code': 'system-term' } },
  },
  ...rejectsUnknownIds('PATCH /authorisations/terms/{term_id}', 'Authorisation term', {
    body: { is_active: true },
  }),
  rejectsRole('PATCH /authorisations/terms/{term_id}', 'FullMember', 'Admin'),
  ...requiresApiKey('PATCH /authorisations/terms/{term_id}'),

  {
    endpoint: 'GET /authorisations/terms/latest',
    title: 'returns a system term for a client without terms',
    async call({ createClient }) {
      const { call } = await createClient()
      const { body } = await call('POST', '/users', aUser())
      return call('GET', `/authorisations/terms/latest?user_id=${body.user_id}`)
    },
    expects: { status: 200, body: { ...term, is_system_term: true, authorisation_category: 'one_time' } },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    title: 'the client’s own terms take precedence over system terms',
    async call({ createClient }) {
      const { call } = await createClient()
      await makeTerm(call)
      const { body } = await call('POST', '/users', aUser())
      return call('GET', `/authorisations/terms/latest?user_id=${body.user_id}`)
    },
    expects: { status: 200, body: ownTerm },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    title: 'returns a recurring term for a user with recurring checks',
    async call({ acme, createUserId }) {
      const userId = await createUserId({ recurring_checks_enabled: true })
      return acme('GET', `/authorisations/terms/latest?user_id=${userId}`)
    },
    expects: { status: 200, matches: { authorisation_category: 'recurring' } },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    title: 'reports each missing field by name',
    call: ({ acme }) => acme('GET', '/authorisations/terms/latest'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/authorisations/terms/latest?user_id=${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    title: 'the token of one user cannot read for another',
    call: async ({ createUserId, callerForUser }) =>
      (await callerForUser(await createUserId()))(
        'GET',
        `/authorisations/terms/latest?user_id=${await createUserId()}`,
      ),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...requiresApiKey('GET /authorisations/terms/latest'),

  {
    endpoint: 'POST /authorisations',
    title: 'a one_time authorisation ends 24 hours after acceptance',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      const reply = await accept(world, { term_id: id, ip_address: '192.0.2.7', fingerprint: 'f-1' })
      return mapBody(reply, (body) => ({
        ...body,
        hours: (Date.parse(body.expires_at) - Date.parse(body.accepted_at)) / 3_600_000,
      }))
    },
    expects: {
      status: 201,
      body: {
        ...authorisation,
        accepted_text: newTerm().authorisation_text,
        ip_address: '192.0.2.7',
        user_agent: 'Browser 1',
        fingerprint: 'f-1',
        expires_at: timestamp,
        hours: 24,
      },
    },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'a recurring authorisation does not expire',
    async call(world) {
      const { id } = await makeTerm(world.acme, { authorisation_category: 'recurring' })
      return accept(world, { term_id: id })
    },
    expects: {
      status: 201,
      body: { ...authorisation, ip_address: null, fingerprint: null, expires_at: null },
    },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'without term_id the latest term of the user is accepted',
    call: (world) => accept(world),
    expects: { status: 201, body: authorisation },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'the user may accept with a user token',
    async call({ createUserId, callerForUser }) {
      const user_id = await createUserId()
      return (await callerForUser(user_id))('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: { status: 201, body: { ...authorisation, recorded_by: 'person' } },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'an API key is recorded as the client; seen_ip_address is stored beside ip_address',
    call: (world) => accept(world, { ip_address: '192.0.2.7' }),
    expects: {
      status: 201,
      body: {
        ...authorisation,
        recorded_by: 'client',
        ip_address: '192.0.2.7',
        seen_ip_address: expect.stringMatching(/^(127\.|::1|::ffff:127\.)/),
      },
    },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'after the person withdrew, the client cannot authorise again',
    async call(world) {
      const { user_id } = await withdrawnByPerson(world)
      return world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: {
      status: 403,
      errors: [/withdrew their consent; only they can authorise again/],
      headers: { 'x-svc-error-code': 'consent-withdrawn' },
    },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'after the person withdrew, a token that the client requested cannot authorise again',
    async call(world) {
      const { user_id } = await withdrawnByPerson(world)
      const call = await world.callerForUser(user_id)
      return call('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: {
      status: 403,
      errors: [/only they can authorise again/],
      headers: { 'x-svc-error-code': 'consent-withdrawn' },
    },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'after the person withdrew, the person can authorise again',
    async call(world) {
      const { user_id, person } = await withdrawnByPerson(world)
      return person('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: { status: 201, body: { ...authorisation, recorded_by: 'person' } },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'an inactive term cannot be accepted',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      await world.acme('PATCH', `/authorisations/terms/${id}`, { is_active: false })
      return accept(world, { term_id: id })
    },
    expects: { status: 400, errors: [/^Authorisation term \[[0-9a-f-]{36}\] is not active$/] },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'reports missing and unknown fields by name',
    call: ({ acme }) => acme('POST', '/authorisations', { agent: 'Browser 1' }),
    expects: { status: 400, errors: [missing('user_id'), missing('user_agent'), unknown('agent')] },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'an unknown user id is not found',
    call: (world) => accept(world, { user_id: unknownId }),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  {
    endpoint: 'POST /authorisations',
    title: 'an unknown term id is not found',
    call: (world) => accept(world, { term_id: unknownId }),
    expects: { status: 404, errors: [notFoundMessage('Authorisation term', unknownId)] },
  },
  rejectsRole('POST /authorisations', 'Support', 'FullMember'),
  ...requiresApiKey('POST /authorisations'),

  {
    endpoint: 'GET /authorisations',
    title: 'lists the authorisations of a user',
    async call(world) {
      const { body } = await accept(world)
      return world.acme('GET', `/authorisations?user_id=${body.user_id}`)
    },
    expects: {
      status: 200,
      body: { pagination: pagination(0, 20, 1, 1), authorisations: [authorisation] },
    },
  },
  {
    endpoint: 'GET /authorisations',
    title: 'filters by status and term',
    async call(world) {
      const { body } = await accept(world)
      const { acme } = world
      return acme('GET', `/authorisations?user_id=${body.user_id}&status=revoked&term_id=${body.term_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(0, 20, 0, 0), authorisations: [] } },
  },
  {
    endpoint: 'GET /authorisations',
    title: 'an authorisation is valid only while its term is active',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      const { body } = await accept(world, { term_id: id })
      await world.acme('PATCH', `/authorisations/terms/${id}`, { is_active: false })
      return world.acme('GET', `/authorisations?user_id=${body.user_id}`)
    },
    expects: {
      status: 200,
      matches: { authorisations: [{ ...authorisation, status: 'active', is_valid: false }] },
    },
  },
  {
    endpoint: 'GET /authorisations',
    title: 'reports each missing field by name',
    call: ({ acme }) => acme('GET', '/authorisations'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'GET /authorisations',
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/authorisations?user_id=${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  ...pagingRows('GET /authorisations', {
    firstOffset: 0,
    maxLimit: 100,
    defaultLimit: 20,
    path: async ({ createUserId }) => `/authorisations?user_id=${await createUserId()}`,
  }),
  ...requiresApiKey('GET /authorisations'),

  {
    endpoint: 'GET /authorisations/{authorisation_id}',
    title: 'returns an authorisation',
    call: async (world) => world.acme('GET', `/authorisations/${(await accept(world)).body.id}`),
    expects: { status: 200, body: authorisation },
  },
  {
    endpoint: 'GET /authorisations/{authorisation_id}',
    title: 'withdrawn_by is person after the person withdrew',
    async call(world) {
      const { id } = await withdrawnByPerson(world)
      return world.acme('GET', `/authorisations/${id}`)
    },
    expects: {
      status: 200,
      body: {
        ...authorisation,
        status: 'revoked',
        is_valid: false,
        revoked_at: timestamp,
        withdrawn_by: 'person',
      },
    },
  },
  {
    endpoint: 'GET /authorisations/{authorisation_id}',
    title: 'another client’s authorisation is not found',
    call: async (world) => world.rival('GET', `/authorisations/${(await accept(world)).body.id}`),
    expects: { status: 404, errors: [notFoundMessage('Authorisation')] },
  },
  ...rejectsUnknownIds('GET /authorisations/{authorisation_id}', 'Authorisation'),
  ...requiresApiKey('GET /authorisations/{authorisation_id}'),

  {
    endpoint: 'PUT /authorisations/{authorisation_id}/revoke',
    title: 'returns the revoked authorisation',
    async call(world) {
      const { body } = await accept(world)
      return world.acme('PUT', `/authorisations/${body.id}/revoke`)
    },
    expects: {
      status: 200,
      body: {
        ...authorisation,
        status: 'revoked',
        is_valid: false,
        revoked_at: timestamp,
        withdrawn_by: 'client',
      },
    },
  },
  {
    endpoint: 'PUT /authorisations/{authorisation_id}/revoke',
    title: 'another client’s authorisation is not found',
    async call(world) {
      const { body } = await accept(world)
      return world.rival('PUT', `/authorisations/${body.id}/revoke`)
    },
    expects: { status: 404, errors: [notFoundMessage('Authorisation')] },
  },
  ...rejectsUnknownIds('PUT /authorisations/{authorisation_id}/revoke', 'Authorisation'),
  rejectsRole('PUT /authorisations/{authorisation_id}/revoke', 'Support', 'FullMember'),
  ...requiresApiKey('PUT /authorisations/{authorisation_id}/revoke'),
])
