import { keep, kept } from '../session/storage.ts'
import { createStore } from '../store.ts'
import { en } from './en.ts'
import {
  type Language,
  type Plural,
  type Shape,
  sayClock,
  sayCount,
  sayDay,
  sayIn,
  sayMoment,
  sayMoney,
} from './say.ts'

export type Texts = Shape<typeof en>

const storedAs = 'payproof:language'
const current = createStore<{ language: Language; texts: Texts }>({ language: 'en', texts: en })

/** English is here; Welsh comes when it is asked for, and if it cannot be had, English stays. */
export async function setLanguage(language: Language) {
  try {
    const texts: Texts = language === 'cy' ? (await import('./cy.ts')).cy : en
    keep(storedAs, language)
    document.documentElement.lang = language
    current.set({ language, texts })
  } catch {
    // The network lost it; the button is still there.
  }
}

/** What the embedding page asked for, what was chosen before, or what the browser prefers. */
export function firstLanguage(): Language {
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
