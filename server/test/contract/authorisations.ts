import { expect } from 'vitest'
import { aUser } from '../people.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea } from './row.ts'
import { authorisation, pagination, term, timestamp } from './shapes.ts'
import { type Ask, type ContractWorld, look, nobodysId } from './world.ts'

const newTerm = (changes: object = {}) => ({
  name: 'Acme terms',
  authorisation_text: 'I agree.\n\nTruly.',
  authorisation_category: 'one_time',
  ...changes,
})

async function makeTerm(ask: Ask, changes: object = {}) {
  return (await ask('POST', '/authorisations/terms', newTerm(changes))).body as { id: string }
}

async function accept({ acme, aPerson }: ContractWorld, changes: object = {}) {
  const user_id = await aPerson()
  return acme('POST', '/authorisations', { user_id, user_agent: 'Browser 1', ...changes })
}

/** A person who accepted the terms and withdrew on their own page, with the token of the journey they opened. */
async function withdrawnByPerson({ acme, anonymous, withToken, aPerson }: ContractWorld) {
  const user_id = await aPerson()
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
    says: 'reads a term',
    async call({ acme }) {
      return acme('GET', `/authorisations/terms/${(await makeTerm(acme)).id}`)
    },
    expects: { status: 200, body: ownTerm },
  },
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    says: 'the service’s own default terms are system terms',
    async call({ acme }) {
      const { body } = await acme('GET', '/authorisations/terms?is_system_term=true')
      return acme('GET', `/authorisations/terms/${body.terms[0].id}`)
    },
    expects: { status: 200, body: { ...term, is_active: true, is_system_term: true } },
  },
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    says: 'a term of another client does not exist',
    async call({ acme, rival }) {
      return rival('GET', `/authorisations/terms/${(await makeTerm(acme)).id}`)
    },
    expects: { status: 404, errors: [noSuch('Authorisation term')] },
  },
  ...knowsWhoExists('GET /authorisations/terms/{term_id}', 'Authorisation term'),
  ...needsApiKey('GET /authorisations/terms/{term_id}'),

  {
    endpoint: 'POST /authorisations/terms',
    says: 'a new term is active and has a version',
    call: ({ acme }) => acme('POST', '/authorisations/terms', newTerm()),
    expects: { status: 201, body: ownTerm },
  },
  {
    endpoint: 'POST /authorisations/terms',
    says: 'the version is incremented automatically',
    async call({ aClient }) {
      const { ask } = await aClient()
      const first = await ask('POST', '/authorisations/terms', newTerm())
      const second = await ask('POST', '/authorisations/terms', newTerm())
      return look(second, ({ authorisation_version }) => ({
        step: authorisation_version - first.body.authorisation_version,
      }))
    },
    expects: { status: 201, body: { step: 1 } },
  },
  {
    endpoint: 'GET /authorisations/terms/{term_id}',
    says: 'deactivate_previous switches the earlier ones of the category off',
    async call({ aClient }) {
      const { ask } = await aClient()
      const { id } = await makeTerm(ask)
      await makeTerm(ask, { deactivate_previous: true })
      return ask('GET', `/authorisations/terms/${id}`)
    },
    expects: { status: 200, holds: { is_active: false } },
  },
  {
    endpoint: 'POST /authorisations/terms',
    says: 'a term can have a Welsh translation',
    call: ({ acme }) => acme('POST', '/authorisations/terms', newTerm({ translations: [welsh] })),
    expects: { status: 201, body: { ...ownTerm, translations: [welsh] } },
  },
  {
    endpoint: 'POST /authorisations/terms',
    says: 'a translation is into Welsh, once, and complete',
    call: ({ acme }) =>
      acme('POST', '/authorisations/terms', newTerm({ translations: [{ ...welsh, language: 'en' }] })),
    expects: { status: 400, errors: [invalid('translations.0.language')] },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'the accepted text is the one in the language of the person',
    async call(world) {
      const { id } = await makeTerm(world.acme, { translations: [welsh] })
      return accept(world, { term_id: id, language: 'cy' })
    },
    expects: { status: 201, holds: { accepted_text: welsh.authorisation_text, accepted_language: 'cy' } },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'a term without a translation is accepted in English only',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      return accept(world, { term_id: id, language: 'cy' })
    },
    expects: { status: 400, errors: [invalid('language')] },
  },
  {
    endpoint: 'POST /authorisations/terms',
    says: 'a missing field is named, an unknown one too',
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
    says: 'a category is one_time or recurring',
    call: ({ acme }) => acme('POST', '/authorisations/terms', newTerm({ authorisation_category: 'forever' })),
    expects: { status: 400, errors: [invalid('authorisation_category')] },
  },
  {
    endpoint: 'POST /authorisations/terms',
    says: 'a fetched term can be sent again: its read-only fields are ignored',
    async call({ acme }) {
      const { body } = await acme('POST', '/authorisations/terms', newTerm())
      return acme('POST', '/authorisations/terms', { ...body, is_active: false, is_system_term: true })
    },
    expects: { status: 201, body: ownTerm },
  },
  refusesRole('POST /authorisations/terms', 'FullMember', 'Admin'),
  ...needsApiKey('POST /authorisations/terms'),

  {
    endpoint: 'GET /authorisations/terms',
    says: 'lists terms, newest first',
    async call({ aClient }) {
      const { ask } = await aClient()
      await makeTerm(ask)
      return ask('GET', '/authorisations/terms')
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
    says: 'filters by category, by being active and by being a system term',
    async call({ aClient }) {
      const { ask } = await aClient()
      await makeTerm(ask)
      await makeTerm(ask, { authorisation_category: 'recurring' })
      return ask(
        'GET',
        '/authorisations/terms?authorisation_category=one_time&is_active=true&is_system_term=false',
      )
    },
    expects: { status: 200, body: { pagination: pagination(0, 20, 1, 1), terms: [ownTerm] } },
  },
  ...pages('GET /authorisations/terms', { first: 0, max: 100, usual: 20 }),
  ...needsApiKey('GET /authorisations/terms'),

  {
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    says: 'switches a term off; the fetched term can be sent back',
    async call({ acme }) {
      const made = await makeTerm(acme)
      return acme('PATCH', `/authorisations/terms/${made.id}`, { ...made, is_active: false })
    },
    expects: { status: 200, body: { ...ownTerm, is_active: false } },
  },
  {
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    says: 'a missing field is named',
    async call({ acme }) {
      return acme('PATCH', `/authorisations/terms/${(await makeTerm(acme)).id}`, {})
    },
    expects: { status: 400, errors: [missing('is_active')] },
  },
  {
    endpoint: 'PATCH /authorisations/terms/{term_id}',
    says: 'a system term is not the client’s to change',
    async call({ acme }) {
      const { body } = await acme('GET', '/authorisations/terms?is_system_term=true')
      return acme('PATCH', `/authorisations/terms/${body.terms[0].id}`, { is_active: false })
    },
    expects: { status: 403, errors: [/is a system term/], headers: { 'x-svc-error-code': 'system-term' } },
  },
  ...knowsWhoExists('PATCH /authorisations/terms/{term_id}', 'Authorisation term', {
    body: { is_active: true },
  }),
  refusesRole('PATCH /authorisations/terms/{term_id}', 'FullMember', 'Admin'),
  ...needsApiKey('PATCH /authorisations/terms/{term_id}'),

  {
    endpoint: 'GET /authorisations/terms/latest',
    says: 'a system term where the client has none of its own',
    async call({ aClient }) {
      const { ask } = await aClient()
      const { body } = await ask('POST', '/users', aUser())
      return ask('GET', `/authorisations/terms/latest?user_id=${body.user_id}`)
    },
    expects: { status: 200, body: { ...term, is_system_term: true, authorisation_category: 'one_time' } },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    says: 'the client’s own terms win over system terms',
    async call({ aClient }) {
      const { ask } = await aClient()
      await makeTerm(ask)
      const { body } = await ask('POST', '/users', aUser())
      return ask('GET', `/authorisations/terms/latest?user_id=${body.user_id}`)
    },
    expects: { status: 200, body: ownTerm },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    says: 'recurring checks of the user ask for a recurring term',
    async call({ acme, aPerson }) {
      const userId = await aPerson({ recurring_checks_enabled: true })
      return acme('GET', `/authorisations/terms/latest?user_id=${userId}`)
    },
    expects: { status: 200, holds: { authorisation_category: 'recurring' } },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    says: 'a missing field is named',
    call: ({ acme }) => acme('GET', '/authorisations/terms/latest'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('GET', `/authorisations/terms/latest?user_id=${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  {
    endpoint: 'GET /authorisations/terms/latest',
    says: 'the token of one user does not open another',
    call: async ({ aPerson, aUserToken }) =>
      (await aUserToken(await aPerson()))('GET', `/authorisations/terms/latest?user_id=${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...needsApiKey('GET /authorisations/terms/latest'),

  {
    endpoint: 'POST /authorisations',
    says: 'a one_time authorisation ends 24 hours after acceptance',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      const reply = await accept(world, { term_id: id, ip_address: '192.0.2.7', fingerprint: 'f-1' })
      return look(reply, (body) => ({
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
    says: 'a recurring authorisation has no end',
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
    says: 'without term_id it is the latest term of the user',
    call: (world) => accept(world),
    expects: { status: 201, body: authorisation },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'the user may accept with the own token',
    async call({ aPerson, aUserToken }) {
      const user_id = await aPerson()
      return (await aUserToken(user_id))('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: { status: 201, body: { ...authorisation, recorded_by: 'person' } },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'an API key records for the client; the address of the request is kept beside the given one',
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
    says: 'after the person withdrew, the client cannot authorise again',
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
    says: 'after the person withdrew in the journey, a token that the client requested cannot authorise',
    async call(world) {
      const { user_id } = await withdrawnByPerson(world)
      const ask = await world.aUserToken(user_id)
      return ask('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: {
      status: 403,
      errors: [/only they can authorise again/],
      headers: { 'x-svc-error-code': 'consent-withdrawn' },
    },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'after the person withdrew, the person can authorise again',
    async call(world) {
      const { user_id, person } = await withdrawnByPerson(world)
      return person('POST', '/authorisations', { user_id, user_agent: 'Browser 1' })
    },
    expects: { status: 201, body: { ...authorisation, recorded_by: 'person' } },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'a term can be accepted only while it is active',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      await world.acme('PATCH', `/authorisations/terms/${id}`, { is_active: false })
      return accept(world, { term_id: id })
    },
    expects: { status: 400, errors: [/^Authorisation term \[[0-9a-f-]{36}\] is not active$/] },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'a missing field is named, an unknown one too',
    call: ({ acme }) => acme('POST', '/authorisations', { agent: 'Browser 1' }),
    expects: { status: 400, errors: [missing('user_id'), missing('user_agent'), unknown('agent')] },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'the user with the given id does not exist',
    call: (world) => accept(world, { user_id: nobodysId }),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  {
    endpoint: 'POST /authorisations',
    says: 'the term with the given id does not exist',
    call: (world) => accept(world, { term_id: nobodysId }),
    expects: { status: 404, errors: [noSuch('Authorisation term', nobodysId)] },
  },
  refusesRole('POST /authorisations', 'Support', 'FullMember'),
  ...needsApiKey('POST /authorisations'),

  {
    endpoint: 'GET /authorisations',
    says: 'lists the authorisations of a user',
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
    says: 'filters by status and term',
    async call(world) {
      const { body } = await accept(world)
      const { acme } = world
      return acme('GET', `/authorisations?user_id=${body.user_id}&status=revoked&term_id=${body.term_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(0, 20, 0, 0), authorisations: [] } },
  },
  {
    endpoint: 'GET /authorisations',
    says: 'an authorisation is valid only while its term is active',
    async call(world) {
      const { id } = await makeTerm(world.acme)
      const { body } = await accept(world, { term_id: id })
      await world.acme('PATCH', `/authorisations/terms/${id}`, { is_active: false })
      return world.acme('GET', `/authorisations?user_id=${body.user_id}`)
    },
    expects: {
      status: 200,
      holds: { authorisations: [{ ...authorisation, status: 'active', is_valid: false }] },
    },
  },
  {
    endpoint: 'GET /authorisations',
    says: 'a missing field is named',
    call: ({ acme }) => acme('GET', '/authorisations'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'GET /authorisations',
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('GET', `/authorisations?user_id=${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  ...pages('GET /authorisations', {
    first: 0,
    max: 100,
    usual: 20,
    path: async ({ aPerson }) => `/authorisations?user_id=${await aPerson()}`,
  }),
  ...needsApiKey('GET /authorisations'),

  {
    endpoint: 'GET /authorisations/{authorisation_id}',
    says: 'one authorisation',
    call: async (world) => world.acme('GET', `/authorisations/${(await accept(world)).body.id}`),
    expects: { status: 200, body: authorisation },
  },
  {
    endpoint: 'GET /authorisations/{authorisation_id}',
    says: 'a withdrawal by the person is shown as theirs',
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
    says: 'an authorisation of another client does not exist',
    call: async (world) => world.rival('GET', `/authorisations/${(await accept(world)).body.id}`),
    expects: { status: 404, errors: [noSuch('Authorisation')] },
  },
  ...knowsWhoExists('GET /authorisations/{authorisation_id}', 'Authorisation'),
  ...needsApiKey('GET /authorisations/{authorisation_id}'),

  {
    endpoint: 'PUT /authorisations/{authorisation_id}/revoke',
    says: 'answers the record, no longer valid',
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
    says: 'an authorisation of another client does not exist',
    async call(world) {
      const { body } = await accept(world)
      return world.rival('PUT', `/authorisations/${body.id}/revoke`)
    },
    expects: { status: 404, errors: [noSuch('Authorisation')] },
  },
  ...knowsWhoExists('PUT /authorisations/{authorisation_id}/revoke', 'Authorisation'),
  refusesRole('PUT /authorisations/{authorisation_id}/revoke', 'Support', 'FullMember'),
  ...needsApiKey('PUT /authorisations/{authorisation_id}/revoke'),
])
