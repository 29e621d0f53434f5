/** `Enter the date of birth` for the label “Date of birth”. */
export function missingText(label: string) {
  if (!label) return 'enter a value'
  if (/^Your /.test(label)) return `enter ${label.replace(/^Your/, 'your')}`
  return `enter the ${/^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label}`
}
