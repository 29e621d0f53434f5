import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Images that our own images and the Compose file are built from. A tag can be moved to another image at any time, a
// digest cannot. `npm run release:images` asks the registries for the digests and writes them behind the tags; a release
// is refused without them.

const files = ['deploy/Dockerfile', 'deploy/compose.yaml']
/** `ARG NODE=image` of the Dockerfile and `image: image` of the Compose file, except for our own images. */
const referencePattern = /(^ARG NODE=|^\s+image: )(?!payproof\/)(\S+)$/gm

export type ImageReference = { name: string; tag: string; digest: string | undefined }

const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

export function parseReference(text: string): ImageReference {
  const [reference = '', digest] = text.split('@')
  const [, name = '', tag = ''] = /^(.+):([\w.-]+)$/.exec(reference) ?? []
  if (name === '') throw new Error(`An image without a tag: ${text}`)
  return { name, tag, digest }
}

function listReferences(project: string): string[] {
  const texts = files.map((file) => join(project, file)).filter((path) => existsSync(path))
  return texts.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(referencePattern)].map(([, , reference = '']) => reference),
  )
}

/** Lists the images that are named by tag alone. */
export const listUnpinned = (project: string) =>
  listReferences(project).filter((reference) => !/@sha256:[0-9a-f]{64}$/.test(reference))

/** Writes the current digest behind the tag of each image. Returns the pinned references. */
export async function pinImages(project: string, findDigest = findDigestAtRegistry): Promise<string[]> {
  const pinned = new Map<string, string>()
  for (const reference of new Set(listReferences(project))) {
    const { name, tag } = parseReference(reference)
    const digest = await findDigest({ name, tag })
    if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`The registry has no digest of ${name}:${tag}`)
    pinned.set(reference, `${name}:${tag}@${digest}`)
  }
  for (const file of files) {
    const path = join(project, file)
    if (!existsSync(path)) continue
    const text = readFileSync(path, 'utf8')
    const replace = (_: string, before: string, reference: string) =>
      before + (pinned.get(reference) ?? reference)
    writeFileSync(path, text.replace(referencePattern, replace))
  }
  return [...pinned.values()]
}

/** Asks the registry for the digest of a tag, with an anonymous token if it wants one. */
export async function findDigestAtRegistry({ name, tag }: { name: string; tag: string }): Promise<string> {
  const { registry, repository } = locate(name)
  const url = `${registry}/v2/${repository}/manifests/${tag}`
  const ask = (token?: string) =>
    fetch(url, {
      method: 'HEAD',
      headers: { accept: manifestTypes, ...(token && { authorization: `Bearer ${token}` }) },
    })
  const first = await ask()
  const reply = first.status === 401 ? await ask(await getToken(first)) : first
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
  return reply.headers.get('docker-content-digest') ?? ''
}

async function getToken(reply: Response): Promise<string> {
  const challenge = reply.headers.get('www-authenticate') ?? ''
  const [, realm = ''] = /realm="([^"]+)"/.exec(challenge) ?? []
  const query = new URLSearchParams()
  for (const field of ['service', 'scope']) {
    const [, value] = new RegExp(`${field}="([^"]+)"`).exec(challenge) ?? []
    if (value) query.set(field, value)
  }
  const { token = '' } = (await (await fetch(`${realm}?${query}`)).json()) as { token?: string }
  return token
}

/** Splits a name as Docker does: without a host it is on Docker Hub, and without a folder in `library`. */
export function locate(name: string): { registry: string; repository: string } {
  const [first = '', ...rest] = name.split('/')
  const hasHost = rest.length > 0 && /[.:]|^localhost$/.test(first)
  const host = hasHost && first !== 'docker.io' ? first : 'registry-1.docker.io'
  const path = hasHost ? rest.join('/') : name
  const repository = host === 'registry-1.docker.io' && !path.includes('/') ? `library/${path}` : path
  const scheme = /^(127\.0\.0\.1|localhost)(:|$)/.test(host) ? 'http' : 'https'
  return { registry: `${scheme}://${host}`, repository }
}
