/** Asks the lender's own server for a link to the journey of the person who is signed in. */
export async function fetchLink(): Promise<string> {
  const response = await fetch('/link', { method: 'POST' })
  if (!response.ok) throw new Error(`could not get a link: ${response.status}`)
  return response.text()
}
