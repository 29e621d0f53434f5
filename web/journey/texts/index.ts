import { keep, kept } from '../session/storage.ts'
import { createStore } from '../store.ts'
import type { en } from './en.ts'
import { enFirst } from './en-first.ts'
import type { enLater } from './en-later.ts'
import {
  type JourneyLanguage,
  type Plural,
  sayClock,
  sayCount,
  sayDay,
  sayIn,
  sayMoment,
  sayMoney,
  sayMonth,
  type TextShape,
} from './say.ts'

export type Texts = TextShape<typeof en>

const storedAs = 'payproof:language'
// The first screens use no text of en-later.ts, and the others render only after addLaterTexts.
let english = enFirst as Texts
const current = createStore<{ language: JourneyLanguage; texts: Texts }>({ language: 'en', texts: english })

/** Changes the language. The first English texts are bundled; Welsh is loaded on demand, with English as the fallback. */
export async function setLanguage(language: JourneyLanguage) {
  try {
    const texts = language === 'cy' ? (await import('./cy.ts')).cy : english
    keep(storedAs, language)
    document.documentElement.lang = language
    current.set({ language, texts })
  } catch {
    // Loading failed; the button stays, so the person can try again.
  }
}

/** Adds the English texts of the screens after consent, which load with those screens. Welsh is always complete. */
export function addLaterTexts(later: typeof enLater) {
  english = { ...enFirst, ...later }
  if (current.read().language === 'en') current.set({ language: 'en', texts: english })
}

/** Returns the embedding page's choice, the person's last choice, or the browser's preference. */
export function firstLanguage(): JourneyLanguage {
  const wanted = new URLSearchParams(location.search).get('language') ?? kept(storedAs)
  if (wanted === 'en' || wanted === 'cy') return wanted
  return navigator.language.startsWith('cy') ? 'cy' : 'en'
}

export function useTexts() {
  const { language, texts: t } = current.use()
  return {
    t,
    language,
    say: sayIn(language),
    clock: sayClock,
    plural: (text: Plural, count: number, values?: Record<string, string | number>) =>
      sayCount(language, text, count, values),
    day: (value: string) => sayDay(language, value),
    moment: (value: string) => sayMoment(language, value),
    month: (value: string) => sayMonth(language, value),
    money: sayMoney,
  }
}
