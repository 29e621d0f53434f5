import { randomBytes } from 'node:crypto'

/**
 * Whose secret a canary is: a credential may see some owners' canaries and must never meet the others. What is
 * nobody's goes in and never comes out. Ids are no secret to a client's team; those of what is a user's own are none to
 * that user either.
 */
export type Owner =
  | ('subject' | 'other user' | 'team' | 'client' | 'rival' | 'nobody')
  | ('ids' | 'ids of the subject' | 'ids of the other user')

export type Canaries = ReturnType<typeof openCanaries>

type Canary = { owner: Owner; what: string; folded: string[]; exact: string[]; isSeen: boolean }

/** Unique texts planted in a client's data. One that turns up where it must not names its owner and its field. */
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

    /** Every canary in the text, plain, as hexadecimal or as Base64, that belongs to none of the owners allowed. */
    find(text: string, allowed: readonly Owner[]) {
      const folded = text.toLowerCase()
      const found = planted
        .values()
        .filter((canary) => hasAny(folded, canary.folded) || hasAny(text, canary.exact))
        .toArray()
      for (const canary of found) canary.isSeen = true
      return found.filter(({ owner }) => !allowed.includes(owner)).map(nameOf)
    },

    /** Canaries that nobody was ever shown: their absence elsewhere proves nothing. */
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

// Base64 looks different by where in a triple the text starts; only letters it decides alone are looked for.
function base64At(text: string, before: number) {
  const bytes = Buffer.from('\0'.repeat(before) + text)
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)]
  return [bytes.toString('base64').slice(from, to), bytes.toString('base64url').slice(from, to)]
}
