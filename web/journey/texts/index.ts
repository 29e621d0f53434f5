import { keep, kept } from '../session/storage.ts'
import { createStore } from '../store.ts'
import { en } from './en.ts'
import {
  type JourneyLanguage,
  type Plural,
  sayClock,
  sayCount,
  sayDay,
  sayIn,
  sayMoment,
  sayMoney,
  type TextShape,
} from './say.ts'

export type Texts = TextShape<typeof en>

const storedAs = 'payproof:language'
const current = createStore<{ language: JourneyLanguage; texts: Texts }>({ language: 'en', texts: en })

/** English is bundled; Welsh is loaded on demand, with English as the fallback. */
export async function setLanguage(language: JourneyLanguage) {
  try {
    const texts: Texts = language === 'cy' ? (await import('./cy.ts')).cy : en
    keep(storedAs, language)
    document.documentElement.lang = language
    current.set({ language, texts })
  } catch {
    // Loading failed; the button stays, so the person can try again.
  }
}

/** The embedding page's choice, the person's last choice, or the browser's preference. */
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
    money: sayMoney,
  }
}
