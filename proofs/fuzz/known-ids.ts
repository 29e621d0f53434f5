import type { ProofRandom } from '../programs/random.ts'

export type FuzzClient = 'acme' | 'rival'
export const fuzzClients: readonly FuzzClient[] = ['acme', 'rival']

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Older ids are forgotten, because most of them were deleted. */
const maxPerKind = 60

/** Names of the resource whose replies call their id just `id`, by the start of the path; the longest comes first. */
const kindsByPath: readonly (readonly [prefix: string, kind: string])[] = [
  ['/authorisations/terms', 'term_id'],
  ['/authorisations', 'authorisation_id'],
  ['/members/sessions', 'session id'],
  ['/members', 'member id'],
  ['/api-keys', 'API key id'],
]

/** Returns the kind of id that a field of an operation holds. */
export function kindOfId(path: string, field: string) {
  const name = field.toLowerCase()
  if (name === 'x-svc-authorisation-id') return 'authorisation_id'
  if (name !== 'id') return name
  return kindsByPath.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 'id'
}

/** Kind of the secret codes in journey links. */
export const journeyCode = 'journey code'

/** Ids of one person, by kind. A kind may have several. */
export type IdFamily = readonly (readonly [kind: string, id: string])[]

/** Older people were probably deleted. */
const maxFamilies = 5

export type KnownIds = ReturnType<typeof openKnownIds>

/**
 * Ids that replies contained, by client and kind. Later requests use them, and replies to one client must not contain
 * those of the other.
 */
export function openKnownIds(document: object = {}) {
  // Both clients send the documented examples, whose texts contain ids.
  const inExamples = new Set(JSON.stringify(document).match(uuids))
  const byKind = { acme: new Map<string, string[]>(), rival: new Map<string, string[]>() }
  const owners = new Map<string, FuzzClient>()
  const protectedIds = new Set<string>()
  const userIds = new Set<string>()
  const families: Record<FuzzClient, IdFamily[]> = { acme: [], rival: [] }

  function add(client: FuzzClient, kind: string, id: string) {
    if (kind === 'user_id') userIds.add(id)
    if (protectedIds.has(id)) return
    const ids = byKind[client].get(kind) ?? []
    byKind[client].set(kind, ids)
    if (ids.includes(id)) return
    ids.push(id)
    if (ids.length > maxPerKind) ids.shift()
  }

  function learn(client: FuzzClient, path: string, value: unknown, field = '') {
    if (Array.isArray(value)) for (const item of value) learn(client, path, item, field)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) learn(client, path, item, name)
    else if (field === 'webapp_link') add(client, journeyCode, String(value).split('/').at(-1) ?? '')
    else if (typeof value === 'string' && isId(field, value)) add(client, kindOfId(path, field), value)
  }

  return {
    add,
    /** Remembers ids that belong to one person, so that requests can name them together. */
    addFamily(client: FuzzClient, family: IdFamily) {
      families[client].push(family)
      if (families[client].length > maxFamilies) families[client].shift()
    },
    pickFamily(client: FuzzClient, random: ProofRandom) {
      const known = families[client]
      return known[random.integer(0, known.length - 1)]
    },
    /** Ids that requests never name, because the run needs the member or key. */
    protect: (...ids: string[]) => ids.forEach((id) => void protectedIds.add(id)),
    learn,
    /** Marks an id as belonging to a client: the other client must never receive it. */
    claim(client: FuzzClient, id: string) {
      if (!owners.has(id) && !inExamples.has(id)) owners.set(id, client)
    },
    isUser: (id: string) => userIds.has(id),
    ownerOf: (id: string) => owners.get(id),
    pick(client: FuzzClient, kind: string, random: ProofRandom) {
      const ids = byKind[client].get(kind) ?? []
      return ids[random.integer(0, ids.length - 1)]
    },
    count: () => owners.size,
  }
}

const isId = (field: string, value: string) =>
  field === 'cursor' ||
  field === 'next_cursor' ||
  ((field === 'id' || field.endsWith('_id')) && uuid.test(value))
