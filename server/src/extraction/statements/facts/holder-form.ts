import { findMarker } from '../text/vocabulary.ts'
import { holderTuning } from '../tuning/names.ts'

// Recognises by its form whether a text is the name of a person or organisation.

export const title =
  /^(mr|mrs|ms|miss|mx|messrs|dr|prof|professor|sir|dame|lady|lord|baroness|baron|(the )?((rt|right) )?hon|the honourable|the (earl|countess|viscount|duke) of|rev|revd|reverend|fr|father|canon|rabbi|imam|cllr|councillor|capt|captain|major|maj|col|colonel|lt|sgt|master|mstr|(the )?(exors|executors|exec|trustees|personal representatives|pers reps|estate)( of)?)\b\.?/i
export const company =
  /\b(ltd|limited|llp|plc|cic|partners|partnership|trading as|t\/a|& sons|holdings|consulting)\b\.?/i
/** Whether a text ends like the name of a company, which may contain numbers: `A1 Motor Spares Ltd`. */
export const isCompanyName = (text: string): boolean => / (ltd|limited|llp|plc|cic|c\.i\.c)\.?$/i.test(text)
/** An address begins with the office of the addressee if the holder is an organisation: `The Hon Treasurer`. */
export const office =
  /^(the )?(hon(orary)?\.? )?(directors?|treasurer|secretary|company secretary|manager|proprietors?|accounts (department|dept)|accounts payable|finance (director|manager|team|department)|chair|chairman|bursar|clerk|trustees|partners)$/i
export const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i
export const bankWords =
  /\b(bank|banc|bankers|building society|credit union|head office|customer service|registered|contact|telephone|branch|www\.|freepost|po box)\b/i
export const noise =
  /\b(statement|account|private|confidential|sort[ -]?code|currency|branch|customer|ending|page|date|balance|summary|important|details?|number|period|transactions?|reference|iban|bic|opening|closing|total|paid|money|sheet|your|accounts|payments|statements|messages|products)\b/i
const product =
  /\b(current|saver|savings|rewards?|premier|classic|plus|business|personal|instant|access|isa|gold|platinum|basic|student|everyday|direct|flex|monthly|banking|(credit|debit|charge) card)\b/i
export const particle =
  /^(and|of|late|for|in|on|upon|by|de|da|di|do|dos|du|del|den|van|von|zu|der|ten|ter|la|le|the|t\/a|ap|ab|ferch|y|yr|e|el|al|bin|binti|ibn|mac|n\u00ed|nic|\u00f3)$/

/** The Welsh `a` or `ac` (and) between two titled names: `Mr B Humphreys a Mrs N Humphreys`. */
const welshAnd = / (ac?|ac?\/and) (?=(mr|mrs|ms|miss|mx|dr|rev|revd|y parch)\b)/i

/** A sole trader's business: `Mr P Wobblestone trading as Wobble Plumbing`. */
const tradingAs = / (trading as|t\/as?) (?=\p{Lu})/iu
/** A person who acts for another: `Mrs P Quince as trustee for Edie Quince`. */
const actingFor = / as (the )?(trustees?|attorney|executors?|deputy|nominee|guardian) (for|of) (?=\p{Lu})/iu
/** The second line of such a name, which is no holder without the first. */
export const isTradeOnly = (text: string): boolean => /^(trading as|t\/as?)\b/i.test(text)

export function isName(printed: string): boolean {
  const text = [welshAnd, tradingAs, actingFor].reduce((name, joint) => name.replace(joint, ' and '), printed)
  const words = text.split(' ')
  if (words.length > holderTuning.maxNameWords || text.length > holderTuning.maxNameLength) return false
  if (noise.test(text)) return false
  if (/\d/.test(text) || !/[a-z]/i.test(text)) return false
  return (
    words.length > 1 &&
    words.every((word) => /^[\p{Lu}&(+/'-]|^[a-z]['\u2019]\p{Lu}/u.test(word) || particle.test(word))
  )
}

/**
 * Whether labelled text is a name. Names of trusts, clubs and public bodies may contain numbers and brackets:
 * `Calloway 1987 Settlement (Treasury No. 2)`.
 */
export function isLabelledName(text: string): boolean {
  if (isName(text)) return true
  const plain = text
    .replace(/\([^)]*\)/g, '')
    .replace(/\b(1[89]|20)\d\d\b/g, '')
    .replace(/^\d{1,3}(st|nd|rd|th) /i, '')
  return plain !== text && isName(plain.replace(/\s+/g, ' ').trim())
}

export const isProductName = (text: string): boolean => /\baccount$/i.test(text) || product.test(text)

/** Whether a text beside the account details is the name of their holder, not of the type of account. */
export const isHolderName = (text: string): boolean =>
  company.test(text) || (isLabelledName(text) && !product.test(text))

/** Words of headings, addresses and notices, which are no part of a personal name. */
const otherWords =
  /\b(street|road|lane|avenue|close|drive|way|place|court|house|terrace|crescent|gardens|square|hill|view|rise|row|park|quay|wharf|mews|green|flat|floor|unit|farm|cottage|lodge|stryd|ffordd|heol|union|society|finance|financial|card|cards|payments?|deposits?|credits?|debits?|interest|overdraft|fees?|charges?|rates?|tax|help|need|support|team|service|services|protection|scheme|authority|ombudsman|limit|available|pending|activity|overview|history|report|download|document|print|home|menu|log|settings|profile|search|filter|app|online|mobile|phone|email|post|call|visit|write|us|our|we|you|this|these|what|how|who|when|where|why|if|to|from|with|about|new|old|all|no|not|is|are|was|been|has|have|pots?|spaces?|goals?|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spending|spent|income|incoming|outgoing|outgoings|in|out|for|by|on|at|type|category|description|amount|value|sterling|gbp|uk|british|pounds|england|wales|scotland|london|cyfriflen|cyfrif|banc|balans|tudalen|dyddiad|manylion|taliadau|cyfnod|eich|arian|swm|narrative|particulars|typ|code|mortgages?|prepared|intermediaries|solicitors|accountants|city|centre|upon|north|south|east|west|printout|copy|hello|hi|dear|welcome)\b/i
const surname = /^(O['\u2019]|Mc|Mac|[dl]['\u2019])?\p{Lu}[\p{L}'\u2019-]+$/u
const givenName = /^\p{Lu}(\.|[\p{L}'\u2019-]+)?$/u

// The second half of a surname such as `Quillon-Lane` is no street.
const building =
  /(?<!\p{L}-)\b(house|street|road|lane|avenue|court|buildings?|tower|wharf|quay|square|park|centre|office|offices|mill|yard|chambers|hall)$/iu

/** Whether a text is the name of a building or street, with which the address of a bank begins. */
export const isBuilding = (text: string): boolean => building.test(text) && !title.test(text)

/** Whether a text consists of given names and a surname and of no word that headings or addresses use. */
export function isPersonalName(printed: string): boolean {
  // Two holders may be joined, and a surname may be first: `Quill, Jessamy`.
  const joined = printed.split(/ (?:&|and) /i)
  if (joined.length === 2) return joined.every((part) => isPersonalName(part.replace(title, '').trim()))
  const text = printed.replace(/^([\p{L}'\u2019-]+), (?=\p{Lu})/u, '$1 ')
  const words = text.split(' ')
  const { minPersonWords, maxPersonWords } = holderTuning
  const names = words.filter((word) => !particle.test(word))
  return (
    isName(text) &&
    words.length <= maxPersonWords &&
    names.length >= minPersonWords &&
    !bankWords.test(text) &&
    !product.test(text) &&
    !otherWords.test(text) &&
    findMarker(text) === null &&
    surname.test(names.at(-1) ?? '') &&
    names.every((word) => givenName.test(word))
  )
}
