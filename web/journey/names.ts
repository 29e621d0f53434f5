import { useCatalogue } from './journey.ts'
import { useTexts } from './texts/index.ts'

/**
 * Returns a function that looks up provider names in the catalogue; HMRC has a name in each language, and a direct
 * connection asks several payroll services. The names are empty until the catalogue is loaded.
 */
export function useProviderNames() {
  const { t } = useTexts()
  const { data } = useCatalogue()
  const names = new Map(data?.providers.map(({ id, name }) => [id, name]))
  const ownNames: Record<string, string> = {
    taxauth: t.common.taxAuthority,
    direct: t.common.payrollService,
  }
  return (id = '') => ownNames[id] ?? names.get(id) ?? ''
}

export const useProviderName = (id: string | undefined) => useProviderNames()(id)

/** The firm that reads the accounts of a bank; undefined for other providers and until the catalogue is loaded. */
export function useAggregator(id: string | undefined) {
  const { data } = useCatalogue()
  return data?.providers.find((provider) => provider.id === id)?.aggregator ?? undefined
}

/** Whether the provider is a bank, which is read through an aggregator. False until the catalogue is loaded. */
export const useIsBank = (id: string | undefined) => useAggregator(id) !== undefined
