import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { isBreached } from './breached-passwords.ts'

/** A guess at the sign-in takes seconds once attempts are slowed down, so this number is out of reach there. */
const minGuesses = 1e8
/** Estimating takes time that grows with the square of the length. */
const maxEstimatedLength = 64

let estimator: ZxcvbnFactory | undefined

/**
 * Whether a password was found in data breaches, is among the common ones, or follows from them, from a keyboard pattern, from repetition or from
 * these words about its owner. Works offline.
 */
export function isGuessable(password: string, aboutOwner: readonly string[]): boolean {
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  const words = aboutOwner.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    return [text, parts.join(''), ...parts]
  })
  const { guesses } = estimator.check(password.slice(0, maxEstimatedLength), ['payproof', ...words])
  return guesses < minGuesses || isBreached(password)
}
