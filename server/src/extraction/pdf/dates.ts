const pdfDate = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Zz])|([+-])(\d\d)'?(\d\d)?'?)?'?$/

/** A date as the file's own dictionary writes it, as ISO text. */
export function dateOf(text: string | null): string | null {
  if (text === null) return null
  const found = pdfDate.exec(text.trim())
  if (!found) return isoOf(text)
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    ,
    sign,
    hours,
    minutes = '00',
  ] = found
  return isoOf(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`,
  )
}

/** A date as XMP writes it. */
export function isoOf(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text.trim())
  const at = isDate ? Date.parse(text.trim()) : Number.NaN
  return Number.isNaN(at) ? 'malformed' : new Date(at).toISOString()
}
