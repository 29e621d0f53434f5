import { useCatalogue } from './journey.ts'
import { useTexts } from './texts/index.ts'

/**
 * Returns a function that looks up provider names in the catalogue; HMRC has a name in each language. The names are
 * undefined until the catalogue is loaded.
 */
export function useProviderNames() {
  const { t } = useTexts()
  const { data } = useCatalogue()
  const names = new Map(data?.providers.map(({ id, name }) => [id, name]))
  return (id: string | undefined) =>
    id === 'taxauth' ? t.common.taxAuthority : ((id === undefined ? undefined : names.get(id)) ?? '')
}

export const useProviderName = (id: string | undefined) => useProviderNames()(id)

/** Whether the provider is a bank, which is read through an aggregator. False until the catalogue is loaded. */
export function useIsBank(id: string | undefined) {
  const { data } = useCatalogue()
  return data?.providers.some((provider) => provider.id === id && provider.aggregator !== null) ?? false
}
