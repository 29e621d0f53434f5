import type { Text } from './texts.ts'

/** Wording that a reader of this code would not search for, with what to write instead. */
export type Banned = { pattern: RegExp; instead: string; kinds: Text['kind'][] }

const everywhere: Text['kind'][] = ['comment', 'string', 'markdown']
const technical: Text['kind'][] = ['comment']

export const banned: Banned[] = [
  {
    pattern: /\bwhoever\b/i,
    instead: 'name the role: caller, client, applicant, operator',
    kinds: everywhere,
  },
  { pattern: /(^|[.:;] )Of two\b/, instead: 'say which of the two, and why', kinds: everywhere },
  { pattern: /(^|[.] )Who\b[^?]*$/, instead: 'name the role', kinds: technical },
  { pattern: /(^|[.] )What\b[^?]*$/, instead: 'name the thing', kinds: technical },
  { pattern: /(^|[.] )Where\b[^?]*$/, instead: 'if, when, or the name of the place', kinds: technical },
  { pattern: /\b(nobody|somebody)\b/i, instead: 'name the role', kinds: ['comment', 'markdown'] },
  {
    pattern: /\b(is|are|was|were|be|been|being|gets|get) told\b/i,
    instead: 'notified, returned, sent',
    kinds: everywhere,
  },
  { pattern: /\bby (itself|themselves)\b/i, instead: 'automatically', kinds: everywhere },
  {
    pattern: /\bin (our|their|its|somebody's|nobody's) hands?\b/i,
    instead: 'running, held by',
    kinds: everywhere,
  },
  { pattern: /\bleft alone\b/i, instead: 'circuit open, skipped', kinds: everywhere },
  {
    pattern: /\bstands?\b(?!-in|-alone| (for|in for|alone|up|out|by\b))/i,
    instead: 'is, appears',
    kinds: ['comment', 'markdown'],
  },
  {
    pattern: /\b(is|are|was|were) asked\b(?! (for|to)\b)/i,
    instead: 'requested, queried',
    kinds: everywhere,
  },
  { pattern: /\bpapers?\b/i, instead: 'document', kinds: everywhere },
  { pattern: /\bso many\b/i, instead: 'a named limit', kinds: technical },
  { pattern: /\b(comes?|come) again\b/i, instead: 'retry', kinds: everywhere },
  {
    pattern: /\b(strikes?|spells?|crews?|travellers?|upkeep)\b/i,
    instead: 'fault, outage, processes, demo journey, maintenance',
    kinds: ['comment', 'markdown'],
  },
  { pattern: /\bat the door\b/i, instead: 'admission control', kinds: everywhere },
  { pattern: /\blines? of pay\b/i, instead: 'earnings line', kinds: everywhere },
  { pattern: /\bgetting in\b/i, instead: 'login', kinds: everywhere },
]

/** Names that paraphrase the words every programmer uses. */
export const bannedNames: { pattern: RegExp; instead: string }[] = [
  { pattern: /^most(?!Recent|Frequent|Common)[A-Z]/, instead: 'max…' },
  { pattern: /^usual([A-Z]|$)/, instead: 'default…' },
  { pattern: /^least[A-Z]/, instead: 'min…' },
]
