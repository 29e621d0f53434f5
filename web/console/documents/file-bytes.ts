/** Decodes the Base64 contents of a file. */
export function bytesFrom(base64: string) {
  const text = atob(base64)
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}
