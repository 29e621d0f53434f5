const pdfDate = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:([Zz])|([+-])(\d\d)'?(\d\d)?'?)?'?$/

/** Converts a date of the Info dictionary (D:YYYYMMDDHHmmSS) to ISO 8601. */
export function parsePdfDate(text: string | null): string | null {
  if (text === null) return null
  const match = pdfDate.exec(text.trim())
  if (!match) return parseXmpDate(text)
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
  ] = match
  return parseXmpDate(
    `${year}-${month}-${day}T${hour}:${minute}:${second}${sign ? `${sign}${hours}:${minutes}` : 'Z'}`,
  )
}

/** Converts a date of an XMP packet to ISO 8601. */
export function parseXmpDate(text: string): string {
  const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text.trim())
  const time = isDate ? Date.parse(text.trim()) : Number.NaN
  return Number.isNaN(time) ? 'malformed' : new Date(time).toISOString()
}
