import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether two secrets are equal, in a time that does not tell how far they agree. */
export const isSameText = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
