import { randomBytes } from 'node:crypto'

/**
 * Owner of a canary. A credential may see the canaries of some owners and never those of others. A `write-only` value
 * is never returned to anyone. Ids are not secret within a client's team, and a user's own ids are not secret to that user.
 */
export type Owner =
  | ('subject' | 'other user' | 'team' | 'client' | 'rival' | 'write-only')
  | ('ids' | 'ids of the subject' | 'ids of the other user')

export type Canaries = ReturnType<typeof openCanaries>

type Canary = { owner: Owner; what: string; folded: string[]; exact: string[]; isSeen: boolean }

/** Plants unique texts (canaries) in a client's data. A leaked canary identifies its owner and field. */
export function openCanaries() {
  const planted = new Map<string, Canary>()

  return {
    plant(owner: Owner, what: string, text = `zq${randomBytes(6).toString('hex')}`) {
      const folded = text.toLowerCase()
      const exact = [0, 1, 2].flatMap((before) => base64At(text, before))
      const forms = { folded: [folded, Buffer.from(text).toString('hex')], exact }
      planted.set(folded, { owner, what, ...forms, isSeen: false })
      return text
    },

    /**
     * Finds every canary in the text, in plain text, hexadecimal or Base64, that belongs to none of the allowed
     * owners.
     */
    find(text: string, allowed: readonly Owner[]) {
      const folded = text.toLowerCase()
      const found = planted
        .values()
        .filter((canary) => hasAny(folded, canary.folded) || hasAny(text, canary.exact))
        .toArray()
      for (const canary of found) canary.isSeen = true
      return found.filter(({ owner }) => !allowed.includes(owner)).map(nameOf)
    },

    /** Lists canaries that were never returned to anyone, whose absence elsewhere proves nothing. */
    unseen: (owners: readonly Owner[]) =>
      planted
        .values()
        .filter(({ isSeen, owner }) => !isSeen && owners.includes(owner))
        .map(nameOf)
        .toArray(),
  }
}

const nameOf = ({ owner, what }: Canary) => `${what} of ${owner}`

const hasAny = (text: string, forms: string[]) => forms.some((form) => text.includes(form))

// Base64 depends on the offset within a triple of bytes, so only the characters that don't depend on neighbouring
// bytes are searched.
function base64At(text: string, before: number) {
  const bytes = Buffer.from('\0'.repeat(before) + text)
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
}
