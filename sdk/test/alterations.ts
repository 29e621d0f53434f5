/** Yields the bytes with one bit flipped, for every bit. */
export function* flipsOf(bytes: Uint8Array) {
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const flipped = Buffer.from(bytes)
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7))
    yield flipped
  }
}

/** Like `flipsOf`, for a header text with one byte per character. */
export function* textFlipsOf(text: string) {
  for (const flipped of flipsOf(Buffer.from(text, 'latin1'))) yield flipped.toString('latin1')
}

/** Returns similar texts: shorter, longer, other case, reversed, with spaces, full-width, repeated. */
export function misspellingsOf(text: string) {
  const shorter = Array.from(text, (_, length) => text.slice(0, length))
  const later = Array.from(text.slice(1), (_, start) => text.slice(start + 1))
  const longer = [`${text}0`, `0${text}`, `${text}\0`, `${text}=`, `${text}A`, `${text}${text}`]
  const spaced = [`${text}\n`, `${text}\t`, `\n${text}`, `${text.slice(0, 4)}\n${text.slice(4)}`]
  const cased = [text.toUpperCase(), text.toLowerCase(), `${text[0]?.toUpperCase()}${text.slice(1)}`]
  // Characters whose lower byte is the original letter.
  const wide = Array.from(text, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x100)).join('')
  const turned = Array.from(text).reverse().join('')
  const all = [
    ...shorter,
    ...later,
    ...longer,
    ...spaced,
    ...cased,
    turned,
    wide,
    `${text}, ${text}`,
    '🧾',
    '\ud800',
  ]
  return all.filter((other) => other !== text)
}
