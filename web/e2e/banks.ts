import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { truelayerEntry } from '../../server/test/connectors/truelayer.ts'
import {
  agree,
  type BankDecision,
  chooseSource,
  decideAtBank,
  providers,
  signInAtProvider,
} from './stories.ts'
import type { Walk } from './walk.ts'
import type { E2ePerson } from './world.ts'

// Both aggregators of bank accounts, for stories that are the same with each.

/** A bank in the journey, and how the person decides on the pages of its aggregator. */
export type StoryBank = {
  aggregator: 'Yapily Connect' | 'TrueLayer'
  id: string
  name: string
  /** The same bank with credentials of ours that the aggregator refuses. */
  misconfigured: { id: string; name: string }
  decide: (walk: Walk, person: E2ePerson, decision?: BankDecision) => Promise<void>
}

export const storyBanks: StoryBank[] = [
  {
    aggregator: 'Yapily Connect',
    id: 'sandbox-bank',
    name: providers.bank,
    misconfigured: { id: 'flint-bank', name: 'Flint Bank' },
    decide: decideAtBank,
  },
  {
    aggregator: 'TrueLayer',
    id: truelayerEntry.id,
    name: 'Shale Bank',
    misconfigured: { id: 'marl-bank', name: 'Marl Bank' },
    decide: signInAtProvider,
  },
]

/** Writes the sandbox's catalogue with a bank of each aggregator. Returns settings of a service that uses it. */
export function twoAggregators() {
  const catalogue = JSON.parse(readFileSync('server/catalogues/sandbox.json', 'utf8'))
  const entries = [
    catalogue.providers.find(({ id }: { id: string }) => id === 'sandbox-bank'),
    truelayerEntry,
  ]
  for (const [at, { id, name, misconfigured }] of storyBanks.entries()) {
    const entry = { ...entries[at], id, name }
    if (at > 0) catalogue.providers.push(entry)
    catalogue.providers.push({ ...entry, ...misconfigured, client_secret: 'not-the-secret' })
  }
  const file = join(mkdtempSync(join(tmpdir(), 'catalogue-')), 'catalogue.json')
  writeFileSync(file, JSON.stringify(catalogue))
  return { CATALOGUE: file }
}

/** Goes from the link to the screen of a bank. */
export async function chooseBank(walk: Walk, { link }: E2ePerson, { name }: { name: string }) {
  await agree(walk, link)
  await chooseSource(walk, 'bank')
  await walk.see(walk.texts.bank.choose)
  await walk.at('provider', 'provider-banks')
  await walk.press(walk.tile(name))
  await walk.see(walk.texts.bank.facts)
  await walk.at('provider', 'provider-bank')
}

/** Goes from the link to the pages of the bank's aggregator. */
export async function goToBank(walk: Walk, person: E2ePerson, bank: { name: string }) {
  await chooseBank(walk, person, bank)
  await walk.press(walk.button(walk.texts.provider.continueAway, { provider: bank.name }))
}

/** Connects the bank up to the review of its data. */
export async function connectBank(walk: Walk, person: E2ePerson, bank: StoryBank) {
  await goToBank(walk, person, bank)
  await bank.decide(walk, person)
  await walk.until('review')
}
