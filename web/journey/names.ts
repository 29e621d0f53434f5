import { useCatalogue } from './journey.ts'
import { useTexts } from './texts/index.ts'

/** As the catalogue names them; the tax authority has a name in each language. Nothing until the catalogue is there. */
export function useProviderNames() {
  const { t } = useTexts()
  const { data } = useCatalogue()
  const names = new Map(data?.providers.map(({ id, name }) => [id, name]))
  return (id: string | undefined) =>
    id === 'taxauth' ? t.common.taxAuthority : ((id === undefined ? undefined : names.get(id)) ?? '')
}

export const useProviderName = (id: string | undefined) => useProviderNames()(id)
